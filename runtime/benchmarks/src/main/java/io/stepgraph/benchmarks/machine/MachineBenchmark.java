package io.stepgraph.benchmarks.machine;

import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.PeerGraph;
import io.stepgraph.benchmarks.dialog.SwitchLoop;
import io.stepgraph.benchmarks.dialog.Talk;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A run of 100 steps on the synchronous machine, against the hand-written loop and against langgraph4j without a saver.
 * Figures are per step.
 *
 * <p>All begin with a new dialog of 2,000 bytes of JSON, take the same five steps in turn, twenty times, and hand back
 * the dialog they end with. The graphs are built once, machines are new for each run, as a program would have it.
 * langgraph4j copies its state through its serializer even without a saver, which is most of its cost.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class MachineBenchmark {
    private static final int BYTES = 2_000;
    private static final int STEPS = 100;

    private Talk talk;
    private SwitchLoop loop;
    private DialogAgentGraph graph;
    private PeerGraph peer;

    /** Builds the contenders. */
    @Setup
    public void prepare() {
        talk = Talk.ofSize(BYTES);
        loop = new SwitchLoop(talk, STEPS);
        graph = DialogAgentGraph.of(new DialogAgent(talk, STEPS));
        peer = PeerGraph.withoutSaver(talk, STEPS);
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog stepgraph() {
        return ((Outcome.Completed) graph.machine().start(talk.begin())).result();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog switchLoop() {
        return loop.run(talk.begin());
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog langgraph4j() {
        return peer.run("run", talk.begin());
    }
}
