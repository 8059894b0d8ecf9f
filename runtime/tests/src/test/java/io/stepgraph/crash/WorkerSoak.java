package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four worker processes, one of which is killed again and again, a process that answers questions, and a process that counts
 * the calls of effects. Every run ends right, and every effect happens once, also one that two runs share by its business key.
 */
@Tag("L3")
@Tag("L5")
@Tag("E1")
@Tag("E2")
@Tag("R4")
abstract class WorkerSoak {
    private static final int WORKERS = 4;
    private static final int RUNS = Integer.getInteger("soak.runs", 120);
    private static final int KILLS = Integer.getInteger("soak.kills", 6);
    private static final int KILL_MILLIS = Integer.getInteger("soak.killMillis", 1_000);

    /** How long all may take after the last kill. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(Integer.getInteger("soak.patienceSeconds", 120));

    @TempDir
    Path folder;

    private final Stores stores;
    private final List<Child> workers = new ArrayList<>();
    private final List<Long> recoveries = new ArrayList<>();
    private final Random random = new Random(7);
    private String store;
    private Child server;
    private Child reviewer;
    private int port;
    private int started;

    WorkerSoak(Stores stores) {
        this.stores = stores;
    }

    @BeforeEach
    void open() throws IOException {
        store = stores.create(folder);
        Stores.open(store).close();
        server = PaymentServer.start(folder.resolve("server"), store);
        port = PaymentServer.port(server);
        reviewer = Child.start(SoakReviewer.class, folder.resolve("reviewer"), List.of(), store);
        for (int i = 0; i < WORKERS; i++) {
            workers.add(worker());
        }
    }

    @AfterEach
    void close() throws Exception {
        workers.forEach(Child::close);
        reviewer.close();
        server.close();
        stores.drop(store);
    }

    private Child worker() throws IOException {
        String name = "worker-" + ++started;
        return Child.start(SoakWorker.class, folder.resolve(name), List.of(), store, Integer.toString(port), name);
    }

    @Test
    void workers_that_are_killed_again_and_again_lose_nothing_and_repeat_nothing() throws Exception {
        long begun = System.nanoTime();
        try (Store opened = Stores.open(store);
                Runner runner = Runner.builder(opened).build()) {
            RunClient<SoakAgent.Work, SoakAgent.Step> runs = new SoakAgent("web", port).on(runner);
            int kills = 0;
            for (int i = 0; i < RUNS || kills < KILLS; i++) {
                if (i < RUNS) {
                    runs.enqueue("run-" + i, new SoakAgent.Work(), null);
                }
                long elapsed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                if (kills < KILLS && elapsed > (long) (kills + 1) * KILL_MILLIS) {
                    killOne(opened);
                    kills++;
                }
                TimeUnit.MILLISECONDS.sleep((long) KILLS * KILL_MILLIS / RUNS);
            }
            awaitEnds(runner);
            double seconds = (System.nanoTime() - begun) / 1e9;
            assertRight(runs);
            recoveries.sort(null);
            System.out.printf(
                    "soak %s: %d runs, %d kills, %.0f s, %.1f runs/s; a killed worker's runs continued after"
                            + " %d ms (median), %d ms (longest)%n",
                    stores,
                    RUNS,
                    kills,
                    seconds,
                    RUNS / seconds,
                    recoveries.get(recoveries.size() / 2),
                    recoveries.get(recoveries.size() - 1));
        }
    }

    /** Kills a worker, starts another one in its place, and waits until no run is owned by the killed one. */
    private void killOne(Store opened) throws Exception {
        int index = random.nextInt(WORKERS);
        Child victim = workers.get(index);
        victim.killAfter(0);
        long killed = System.nanoTime();
        assertThat(victim.end()).isEqualTo(Child.KILLED);
        workers.set(index, worker());
        while (opened.queue().owners().stream().anyMatch(owner -> owner.pid() == victim.pid())) {
            assertThat(System.nanoTime() - killed).as("recovery").isLessThan(PATIENCE);
            TimeUnit.MILLISECONDS.sleep(5);
        }
        recoveries.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed));
    }

    private void awaitEnds(Runner runner) throws Exception {
        RunQuery open = RunQuery.ALL.status(Status.QUEUED, Status.RUNNING, Status.WAITING);
        long until = System.nanoTime() + PATIENCE;
        List<ListedRun> left;
        do {
            TimeUnit.MILLISECONDS.sleep(50);
            left = runner.list(open).runs();
            assertThat(System.nanoTime()).as(left + " " + workers).isLessThan(until);
        } while (!left.isEmpty());
        assertThat(runner.list(RunQuery.ALL.status(Status.FAILED, Status.CANCELLED))
                        .runs())
                .isEmpty();
        int completed = 0;
        RunQuery query = RunQuery.ALL.orderBy(RunQuery.Order.STARTED).limit(1_000);
        RunPage page = runner.list(query);
        while (true) {
            completed += page.runs().size();
            if (page.next() == null) {
                break;
            }
            page = runner.list(query.after(page.next()));
        }
        assertThat(completed).isEqualTo(RUNS);
    }

    private void assertRight(RunClient<SoakAgent.Work, SoakAgent.Step> runs) throws IOException {
        int shared = 0;
        for (int i = 0; i < RUNS; i++) {
            RunOutcome.Completed<SoakAgent.Step> outcome =
                    (RunOutcome.Completed<SoakAgent.Step>) Objects.requireNonNull(runs.outcome("run-" + i));
            SoakAgent.Work work = (SoakAgent.Work) outcome.result();
            assertThat(work.lines).isEqualTo(SoakAgent.LINES);
            assertThat(work.keys).hasSize(2);
            for (String key : work.keys) {
                assertThat(PaymentServer.call(port, "count", key)).isEqualTo("1");
            }
            shared += work.workers.size() > 1 ? 1 : 0;
        }
        int mails = (RUNS + 1) / 2;
        assertThat(PaymentServer.call(port, "total", "-")).isEqualTo(Integer.toString(RUNS + mails));
        // How many is chance. Far fewer would mean that runs are not handed from worker to worker at all.
        assertThat(shared).as("runs that several workers executed").isGreaterThanOrEqualTo(RUNS / 10);
    }
}
