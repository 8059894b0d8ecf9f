package io.stepgraph.benchmarks.growth;

import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Runs of 100 steps in a store that has kept so many ended runs, from their start until they are deleted. Figures are
 * per step.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 3, time = 2)
public class FullStoreBenchmark {
    private static final int STEPS = 100;
    private static final int BYTES = 2_000;
    private static final String ENDED = "ended";

    /** As long as the state of an ended run may be, so that many find room. */
    private static final int ENDED_BYTES = 200;

    private static final int ENDED_STEPS = 5;

    /** Where the store is. */
    @Param
    public Ground.Kind ground;

    /** How many runs have ended. */
    @Param({"10", "1000000"})
    public int ended;

    private Talk talk;
    private Ground place;
    private Store store;
    private Runner runner;
    private DialogAgentGraph.Runs runs;
    private long lastRun;

    /** Fills the store, and opens it. */
    @Setup
    public void open() throws IOException, SQLException {
        place = ground.create();
        endOne();
        try (Connection connection = place.connect()) {
            new EndedRuns(connection, place).copy(ENDED, ended - 1);
        }
        talk = Talk.ofSize(BYTES);
        store = place.open();
        runner = Runner.builder(store).build();
        runs = DialogAgentGraph.of(new DialogAgent(talk, STEPS)).on(runner);
    }

    /** Closes and removes the store. */
    @TearDown
    public void close() throws IOException {
        runner.close();
        store.close();
        place.close();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog step() {
        String id = "run-" + ++lastRun;
        Outcome outcome = runs.run(id, talk.begin());
        runs.delete(id);
        return ((Outcome.Completed) outcome).result();
    }

    private void endOne() {
        Talk shortTalk = Talk.ofSize(ENDED_BYTES);
        try (Store opened = place.open();
                Runner ending = Runner.builder(opened).build()) {
            DialogAgentGraph.of(new DialogAgent(shortTalk, ENDED_STEPS))
                    .on(ending)
                    .run(ENDED, shortTalk.begin());
        }
    }
}
