package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.crash.Program.Role;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Worker processes that are killed, by a run or from outside, and those that are asked to stop. */
@Timeout(600)
@Tag("R6")
@Tag("L5")
abstract class WorkerMatrix {
    /** As long as all may take. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(240);

    /** Those beside other runs, and those alone. */
    private static final int DEATHS = Program.MAX_CRASHES + 2;

    private static final int NEIGHBOURS = 12;
    private static final int STEP_MILLIS = 400;

    @TempDir
    Path folder;

    private final Stores stores;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private String name;
    private Store store;
    private Payments payments;
    private Runner runner;
    private TripGraph.Runs runs;
    private int processes;

    /** On such a store. */
    WorkerMatrix(Stores stores) {
        this.stores = stores;
    }

    @BeforeEach
    void open() throws Exception {
        name = stores.create(folder);
        payments = keep(new Payments());
        store = keep(Stores.open(name));
        runner = keep(Runner.builder(store)
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .startMode(PermissionMode.ACCEPT_EDITS)
                .build());
        runs = TripGraph.of(new Trip(program(), CrashPoints.fromSystemProperties()))
                .on(runner);
    }

    private <T extends AutoCloseable> T keep(T toBeClosed) {
        opened.add(toBeClosed);
        return toBeClosed;
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        stores.drop(name);
    }

    private Program program() {
        return Trial.program(name, folder, payments, Duration.ofMinutes(1));
    }

    private Child worker(Role role, int stepMillis, FaultPoint... faults) throws Exception {
        String worker = "worker-" + ++processes;
        return keep(Child.start(
                folder.resolve(worker),
                List.of(faults),
                program().taking(stepMillis).in(worker).arguments(role, "")));
    }

    private StoredRun stored(String run) {
        return Objects.requireNonNull(store.runs().find(new RunKey("default", run)));
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
        List<String> neighbours = IntStream.range(0, NEIGHBOURS)
                .mapToObj(run -> "neighbour-" + run)
                .toList();
        neighbours.forEach(run -> runs.enqueue(run, new Trip.Notes()));
        runs.enqueue(Trip.POISON, new Trip.Notes());
        FaultPoint death = FaultPoint.halt(Trip.POISON, 1);
        for (int i = 0; i < DEATHS; i++) {
            Child worker = worker(Role.WORK, STEP_MILLIS, death);
            assertThat(worker.end()).as("%s", worker).isEqualTo(Child.KILLED);
        }
        Child last = worker(Role.WORK, STEP_MILLIS, death);

        await(() -> neighbours.stream().allMatch(run -> stored(run).status() == Status.WAITING), last);
        await(() -> stored(Trip.POISON).status().isEnd(), last);
        assertThat(runs.outcome(Trip.POISON))
                .hasValueSatisfying(
                        outcome -> assertThat(Program.said(outcome)).isEqualTo("failed " + ErrorCode.CRASH_LOOP));
    }

    @Test
    void R6_deployments_that_kill_a_long_step_never_fail_its_run() throws Exception {
        runs.enqueue("long", new Trip.Notes());
        FaultPoint inside = FaultPoint.pause("inside-plan", 1);
        for (int deployment = 0; deployment < DEATHS; deployment++) {
            Child worker = worker(Role.WORK_AND_CLOSE, 0, inside);
            worker.awaitPause(inside);
            assertThat(stored("long").countsCrash()).isTrue();

            worker.terminate();
            await(() -> !stored("long").countsCrash(), worker);
            assertThat(worker.isAlive()).isTrue();
            worker.kill();

            assertThat(worker.end()).isEqualTo(Child.KILLED);
            assertThat(stored("long").status()).isEqualTo(Status.RUNNING);
        }
        Child last = worker(Role.WORK, 0);

        await(() -> stored("long").status() == Status.WAITING, last);
    }

    @Test
    void R6_a_program_that_does_nothing_when_it_is_asked_to_stop_counts_no_crash() throws Exception {
        runs.enqueue("long", new Trip.Notes());
        FaultPoint inside = FaultPoint.pause("inside-plan", 1);
        Child worker = worker(Role.WORK, 0, inside);
        worker.awaitPause(inside);

        worker.terminate();

        assertThat(worker.end()).isEqualTo(Child.TERMINATED);
        assertThat(stored("long").status()).isEqualTo(Status.RUNNING);
        assertThat(stored("long").crashesWhenAcquired()).isZero();
    }

    /** It exits in a task, and a shutdown hook closes the worker: neither makes it a stop. */
    @Test
    void R6_a_run_whose_step_ends_the_process_by_exit_comes_to_an_end() throws Exception {
        runs.enqueue(Trip.POISON_TASK, new Trip.Notes());
        for (int i = 1; i <= DEATHS; i++) {
            Child worker = worker(Role.WORK_AND_CLOSE, 0, FaultPoint.exit(Trip.POISON, 1));
            assertThat(worker.end()).as("%s", worker).isEqualTo(1);
            assertThat(stored(Trip.POISON_TASK).crashesWhenAcquired()).isEqualTo(i);
        }
        Child last = worker(Role.WORK, 0);

        await(() -> stored(Trip.POISON_TASK).status() == Status.FAILED, last);
        assertThat(runs.outcome(Trip.POISON_TASK))
                .hasValueSatisfying(
                        outcome -> assertThat(Program.said(outcome)).isEqualTo("failed " + ErrorCode.CRASH_LOOP));
    }

    @Test
    void R6_an_exit_in_a_step_counts_no_crash_of_the_runs_beside_it() throws Exception {
        FaultPoint inside = FaultPoint.pause("inside-plan", 1);
        runs.enqueue("long", new Trip.Notes());
        Child worker = worker(Role.WORK, 0, inside, FaultPoint.exit(Trip.POISON, 1));
        worker.awaitPause(inside);
        runs.enqueue(Trip.POISON, new Trip.Notes());

        assertThat(worker.end()).as("%s", worker).isEqualTo(1);

        assertThat(stored("long").crashesWhenAcquired()).isZero();
        assertThat(stored(Trip.POISON).crashesWhenAcquired()).isOne();
    }

    @Test
    @Tag("L3")
    @Tag("R4")
    @Tag("E1")
    void L3_workers_that_are_killed_lose_nothing_and_repeat_nothing() throws Exception {
        assertSurvive(40, 3);
    }

    @Test
    @Tag("nightly")
    @Tag("L3")
    @Tag("R4")
    @Tag("E1")
    void L3_workers_that_are_killed_again_and_again_lose_nothing_and_repeat_nothing() throws Exception {
        assertSurvive(600, 40);
    }

    /** Four workers, one of which is killed each second, wherever it is, while this process answers the questions. */
    private void assertSurvive(int count, int kills) throws Exception {
        List<Child> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            workers.add(worker(Role.WORK, 20));
        }
        Random random = new Random(7);
        for (int kill = 0; kill < kills; kill++) {
            for (int run = kill * count / kills; run < (kill + 1) * count / kills; run++) {
                runs.enqueue("run-" + run, new Trip.Notes());
            }
            TimeUnit.SECONDS.sleep(1);
            answerAll();
            int index = random.nextInt(workers.size());
            Child victim = workers.set(index, worker(Role.WORK, 20));
            victim.kill();
            assertThat(victim.end()).isEqualTo(Child.KILLED);
            await(() -> store.queue().owners().stream().noneMatch(owner -> owner.pid() == victim.pid()), workers);
        }
        for (int i = 0; i < count; i++) {
            String run = "run-" + i;
            await(
                    () -> {
                        answerAll();
                        return stored(run).status().isEnd();
                    },
                    workers);
            assertThat(Program.said(runs.outcome(run).orElseThrow()))
                    .isEqualTo("completed [plan, fetch, pay, as test said, report] receipt-0");
            String key = store.effects().find(new RunKey("default", run)).get(0).key();
            assertThat(payments.receipts(key)).hasSize(1);
        }
    }

    private void answerAll() {
        for (OpenQuestion question : runner.questions(null, 100).questions()) {
            try {
                runner.answer(question.ticket().id(), "{\"by\":\"test\"}");
            } catch (StaleAnswerException answered) {
                // Its owner died after this question was listed, and has asked again.
            }
        }
    }
}
