package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Worker processes that a run kills, and those that are asked to stop: which runs fail for that. */
@Timeout(300)
@Tag("R6")
@Tag("L5")
abstract class SuspectMatrix {
    /** As long as all may take. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(240);

    /** The default of {@code maxCrashes}, and the deaths alone. */
    private static final int DEATHS = 5 + 2;

    private static final int NEIGHBOURS = 40;

    @TempDir
    Path folder;

    private final Stores stores;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private String name;
    private Store store;
    private int processes;

    /** On such a store. */
    SuspectMatrix(Stores stores) {
        this.stores = stores;
    }

    @BeforeEach
    void open() {
        name = stores.create(folder);
        store = Stores.open(name);
        opened.add(store);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        stores.drop(name);
    }

    private RunClient<Deadly.Work, Deadly.Step> tenant(String namespace) {
        Runner runner = Runner.builder(store).namespace(namespace).build();
        opened.add(runner);
        return new Deadly(Deadly.Role.WORKS).on(runner);
    }

    private Child worker(Deadly.Role role) throws IOException {
        Child worker =
                Child.start(Deadly.class, folder.resolve("worker-" + ++processes), List.of(), name, role.toString());
        opened.add(worker);
        return worker;
    }

    private StoredRun stored(String namespace, String id) {
        return Objects.requireNonNull(store.find(new RunKey(namespace, id)));
    }

    private static void await(Callable<Boolean> condition, Object what) throws Exception {
        long until = System.nanoTime() + PATIENCE;
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("%s", what).isLessThan(until);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Test
    void R6_of_the_runs_beside_a_run_that_kills_its_process_none_fails() throws Exception {
        RunClient<Deadly.Work, Deadly.Step> neighbours = tenant("neighbours");
        RunClient<Deadly.Work, Deadly.Step> deadly = tenant("deadly");
        for (int i = 0; i < NEIGHBOURS; i++) {
            neighbours.enqueue("run-" + i, new Deadly.Work(), null);
        }
        deadly.enqueue(Deadly.POISON, new Deadly.Work(), null);
        Child worker = worker(Deadly.Role.WORKS);
        int deaths = 0;
        long until = System.nanoTime() + PATIENCE;
        while (!haveEnded()) {
            assertThat(System.nanoTime()).as(worker.toString()).isLessThan(until);
            if (!worker.isAlive()) {
                assertThat(worker.end()).isEqualTo(Child.KILLED);
                deaths++;
                worker = worker(Deadly.Role.WORKS);
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }

        for (int i = 0; i < NEIGHBOURS; i++) {
            assertThat(neighbours.outcome("run-" + i)).isInstanceOf(RunOutcome.Completed.class);
        }
        assertThat(deaths).isEqualTo(DEATHS);
        RunOutcome.Failed<Deadly.Step> failed =
                (RunOutcome.Failed<Deadly.Step>) Objects.requireNonNull(deadly.outcome(Deadly.POISON));
        assertThat(failed.failure().code()).isEqualTo(ErrorCode.CRASH_LOOP);
    }

    private boolean haveEnded() {
        boolean haveEnded = stored("deadly", Deadly.POISON).status().isEnd();
        for (int i = 0; i < NEIGHBOURS; i++) {
            haveEnded &= stored("neighbours", "run-" + i).status().isEnd();
        }
        return haveEnded;
    }

    @Test
    void R6_deployments_that_kill_a_long_step_never_fail_its_run() throws Exception {
        tenant("default").enqueue("long", new Deadly.Work(), null);
        for (int deployment = 0; deployment < DEATHS; deployment++) {
            Child worker = worker(Deadly.Role.HANGS);
            await(() -> worker.said().contains("inside"), worker);
            assertThat(stored("default", "long").countsCrash()).isTrue();

            worker.terminate();
            await(() -> !stored("default", "long").countsCrash(), worker);
            assertThat(worker.isAlive()).isTrue();
            worker.killAfter(0);

            assertThat(worker.end()).isEqualTo(Child.KILLED);
            assertThat(stored("default", "long").status()).isEqualTo(Status.RUNNING);
        }
        Child last = worker(Deadly.Role.WORKS);

        await(() -> stored("default", "long").status().isEnd(), last);
        assertThat(stored("default", "long").status()).isEqualTo(Status.COMPLETED);
    }

    @Test
    void R6_a_program_that_does_nothing_when_it_is_asked_to_stop_counts_no_crash() throws Exception {
        tenant("default").enqueue("long", new Deadly.Work(), null);
        Child worker = worker(Deadly.Role.WORKS);
        await(() -> stored("default", "long").status() == Status.RUNNING, worker);

        worker.terminate();

        assertThat(worker.end()).isEqualTo(Child.TERMINATED);
        StoredRun left = stored("default", "long");
        assertThat(left.status()).isEqualTo(Status.RUNNING);
        assertThat(left.crashesWhenAcquired()).isZero();
    }
}
