package io.stepgraph.benchmarks.answer;

import io.stepgraph.benchmarks.Child;
import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.Store;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the call of {@code runner.answer} in this process to the beginning of the next step in another one, which has a
 * worker. Both read the clock of the machine. All settings as they come.
 *
 * <p>Answers come one after the other, each some time after the one before, at random, so that it meets the polls of
 * the worker at any place. The other runs, if there are any, take their steps in this process.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class AnswerBenchmark {
    private static final int WARM_UPS = 20;
    private static final int BYTES = 2_000;
    private static final int PAUSE_MILLIS = 300;
    private static final double MEDIAN = 0.5;
    private static final double LATE = 0.99;

    /** Where the database lies. */
    @Param
    public Database.Kind kind;

    /** How many other runs take steps in this process. */
    @Param({"0", "8"})
    public int others;

    /** How many answers are given. */
    @Param("200")
    public int answers;

    private final Talk talk = Talk.ofSize(BYTES);
    private final Random random = new Random();
    private Database database;
    private Store store;
    private Runner runner;
    private AskingAgentGraph.Runs runs;
    private Child worker;
    private int lastRun;

    /** The counters, in nanoseconds. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counters {
        /** What half of the answers take at most. */
        public double median;

        /** What 99 of 100 answers take at most. */
        public double late;
    }

    /** Makes the database and starts the other process. */
    @Setup
    public void open() throws InterruptedException {
        database = kind.create();
        store = database.open();
        runner = Runner.builder(store).build();
        runs = AskingAgentGraph.of(new AskingAgent(run -> {
                    throw new IllegalStateException("Run '" + run + "' continues in the wrong process");
                }))
                .on(runner);
        worker = Child.start(AnswerWorker.class, database.url());
        worker.await(AnswerWorker.READY);
        for (int i = 0; i < WARM_UPS; i++) {
            answerOne();
        }
    }

    /** Ends the other process and removes the database. */
    @TearDown
    public void close() {
        worker.close();
        runner.close();
        store.close();
        database.close();
    }

    @Benchmark
    public void answer(Counters counters) throws InterruptedException {
        double[] nanos = new double[answers];
        Load load = new Load(runner, others);
        try {
            for (int i = 0; i < answers; i++) {
                nanos[i] = answerOne();
            }
        } finally {
            load.close();
        }
        Arrays.sort(nanos);
        counters.median = at(nanos, MEDIAN);
        counters.late = at(nanos, LATE);
    }

    private long answerOne() throws InterruptedException {
        String id = "run-" + ++lastRun;
        AskingAgentGraph.Outcome.Ask asked = (AskingAgentGraph.Outcome.Ask) runs.run(id, talk.begin());
        // Idle is a process that has stored nothing for so long that its store has no notification to send.
        Thread.sleep(PAUSE_MILLIS + random.nextInt(PAUSE_MILLIS / 2));
        long begin = WallClock.nanos();
        runner.answer(asked.ticket().id(), "{\"isApproved\":true}");
        String[] begun = worker.next().split(" ", -1);
        if (!begun[0].equals(id)) {
            throw new IllegalStateException("Run '" + begun[0] + "' began, not '" + id + "'");
        }
        return Long.parseLong(begun[1]) - begin;
    }

    private static double at(double[] sorted, double part) {
        return sorted[(int) Math.ceil(part * sorted.length) - 1];
    }
}
