package io.stepgraph.benchmarks.memory;

import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.PeerGraph;
import io.stepgraph.benchmarks.dialog.SwitchLoop;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.memory.MemoryStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
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
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs of 10, 100 and 10,000 steps on a runner with a store in memory, against the hand-written loop that serialises
 * its state after each step and puts the bytes into a map, and against langgraph4j with its {@code MemorySaver}.
 * Figures are per step.
 *
 * <p>All begin with a new dialog of 2,000 bytes of JSON under a new id, keep it as it is after each step, and remove
 * what they kept when the run has ended. Every invocation takes 10,000 steps, in as many runs as that makes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 3, time = 1)
public class MemoryBenchmark {
    private static final int BYTES = 2_000;
    private static final int STEPS = 10_000;

    /** The steps of one run. */
    @Param({"10", "100", "10000"})
    public int steps;

    private Talk talk;
    private long lastRun;

    private SwitchLoop loop;
    private JsonMapper json;
    private Map<String, byte[]> saved;

    private MemoryStore store;
    private Runner runner;
    private DialogAgentGraph.Runs runs;

    private PeerGraph peer;
    private PeerGraph peerInJson;

    /** Builds the contenders. */
    @Setup
    public void prepare() {
        talk = Talk.ofSize(BYTES);
        loop = new SwitchLoop(talk, steps);
        json = new JsonMapper();
        saved = new ConcurrentHashMap<>();
        store = new MemoryStore();
        runner = Runner.builder(store).maxSteps(STEPS).build();
        runs = DialogAgentGraph.of(new DialogAgent(talk, steps)).on(runner);
        peer = PeerGraph.withMemorySaver(talk, steps, PeerGraph.Serializer.DEFAULT);
        peerInJson = PeerGraph.withMemorySaver(talk, steps, PeerGraph.Serializer.JACKSON);
    }

    /** Closes what has to be closed. */
    @TearDown
    public void close() {
        runner.close();
        store.close();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog stepgraph() {
        return repeat((id, dialog) -> {
            Outcome outcome = runs.run(id, dialog);
            runs.delete(id);
            return ((Outcome.Completed) outcome).result();
        });
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog loop() {
        return repeat((id, dialog) -> {
            Dialog end = loop.run(dialog, now -> saved.put(id, json.writeValueAsBytes(now)));
            saved.remove(id);
            return end;
        });
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog langgraph4j() {
        return repeat(peer::run);
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog langgraph4jInJson() {
        return repeat(peerInJson::run);
    }

    private Dialog repeat(BiFunction<String, Dialog, Dialog> run) {
        Dialog end = talk.begin();
        for (int i = 0; i < STEPS / steps; i++) {
            end = run.apply("run-" + ++lastRun, talk.begin());
        }
        return end;
    }
}
