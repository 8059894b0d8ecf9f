package io.stepgraph.benchmarks.growth;

import io.stepgraph.benchmarks.dialog.PausingAgent;
import io.stepgraph.benchmarks.dialog.PausingAgentGraph;
import io.stepgraph.benchmarks.dialog.PausingAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * Steps of a run that has taken so many before. What is measured is from an answer to the next question: 40 visits. A
 * run that has become half as long again, and 40 visits, ends and a new one is brought to where the measurement begins.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 3, time = 2)
public class LongRunBenchmark {
    private static final int VISITS = 40;

    /** Where the store is. */
    @Param
    public Ground.Kind ground;

    /** The steps before. */
    @Param({"10", "1000", "10000"})
    public int steps;

    /** The size of the state, in bytes of JSON. */
    @Param({"2000", "200000", "2000000"})
    public int bytes;

    private Talk talk;
    private Ground place;
    private Store store;
    private Runner runner;
    private PausingAgentGraph.Runs runs;
    private int lastRun;
    private Outcome.@Nullable Pause asked;

    /** Opens the store. */
    @Setup
    public void open() throws IOException {
        talk = Talk.ofSize(bytes);
        place = ground.create();
        store = place.open();
        runner = Runner.builder(store).maxSteps(steps + VISITS).build();
        runs = PausingAgentGraph.of(new PausingAgent(talk, steps, VISITS)).on(runner);
    }

    /** Closes and removes the store. */
    @TearDown
    public void close() throws IOException {
        runner.close();
        store.close();
        place.close();
    }

    /** Has a run wait where the measurement begins. */
    @Setup(Level.Invocation)
    public void bringRunToItsQuestion() {
        if (asked != null) {
            int taken = asked.question().counter() - Talk.FIRST;
            if (taken < steps + steps / 2) {
                return;
            }
            runs.answerPause(asked, new PausingAgent.Enough());
            runs.delete("run-" + lastRun);
        }
        asked = (Outcome.Pause) runs.run("run-" + ++lastRun, talk.begin());
    }

    @Benchmark
    @OperationsPerInvocation(VISITS)
    public Outcome step() {
        Outcome.Pause before = asked;
        if (before == null) {
            throw new IllegalStateException("No run waits");
        }
        Outcome.Pause now = (Outcome.Pause) runs.answerPause(before, new PausingAgent.GoOn());
        asked = now;
        return now;
    }
}
