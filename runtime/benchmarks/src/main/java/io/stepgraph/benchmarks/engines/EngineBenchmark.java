package io.stepgraph.benchmarks.engines;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.Talk;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
 * Runs of 50 steps that do nothing, on each engine, one at a time or many at once: what is left is what the engine
 * does. All begin with a new dialog of 2,000 bytes of JSON under a new id, and store it after each step. Ended runs are
 * deleted on a runner, and kept on Temporal. Figures are per step of one run; at many at once, divide them by how many.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 3, time = 3)
public class EngineBenchmark {
    private static final int STEPS = 50;
    private static final int BYTES = 2_000;

    /** Where the runs are executed. */
    @Param
    public EngineKind kind;

    /** How many runs there are at once. */
    @Param({"1", "50"})
    public int runs;

    private final AtomicLong lastRun = new AtomicLong();
    private final Talk talk = Talk.ofSize(BYTES);
    private Crowd crowd;
    private EngineKind.Opened opened;
    private DialogAgentGraph.Runs client;

    /** Opens the engine. */
    @Setup
    public void open() {
        crowd = new Crowd(runs);
        opened = kind.open();
        client = DialogAgentGraph.of(new DialogAgent(talk, STEPS)).on(opened.engine());
    }

    /** Closes the engine and removes what it kept. */
    @TearDown
    public void close() {
        crowd.close();
        opened.close();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog step() throws InterruptedException, ExecutionException {
        return crowd.all(this::run);
    }

    private Dialog run() {
        String id = "run-" + lastRun.incrementAndGet();
        Outcome outcome = client.run(id, talk.begin());
        if (opened.canDelete()) {
            client.delete(id);
        }
        return ((Outcome.Completed) outcome).result();
    }
}
