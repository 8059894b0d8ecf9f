package io.stepgraph.benchmarks.waiting;

import io.stepgraph.benchmarks.Workplace;
import io.stepgraph.benchmarks.dialog.PausingAgent;
import io.stepgraph.benchmarks.dialog.PausingAgentGraph;
import io.stepgraph.benchmarks.dialog.PausingAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.benchmarks.sqlite.Disk;
import io.stepgraph.engine.Runner;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
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
 * Runs that wait for an answer, all at once, each with a state of 2,000 bytes of JSON and a question: the threads and
 * the bytes of heap that this process has more of than before they were started. A first run has loaded all classes and
 * started whatever threads the runner has.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class WaitingBenchmark {
    private static final int BYTES = 2_000;
    private static final int ENOUGH = 3;

    /** The store of the runs. */
    public enum Keeper {
        /** A file. */
        SQLITE,
        /** This process. */
        MEMORY
    }

    /** The store of the runs. */
    @Param
    public Keeper keeper;

    /** How many runs wait. */
    @Param("10000")
    public int runs;

    private final Talk talk = Talk.ofSize(BYTES);
    private Path folder;
    private Store store;
    private Runner runner;
    private PausingAgentGraph.Runs waiting;

    /** The counter. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counters {
        /** How many threads have begun meanwhile and go on. */
        public int threads;

        /** How many bytes of heap there are more of, for each run. */
        public double heapPerRun;
    }

    /** Opens the store and has a first run wait. */
    @Setup
    public void open() {
        folder = Disk.calmest().newFolder();
        store = keeper == Keeper.SQLITE ? SqliteStore.open(folder.resolve("runs.db")) : new MemoryStore();
        runner = Runner.builder(store).build();
        waiting = PausingAgentGraph.of(new PausingAgent(talk, 1, ENOUGH)).on(runner);
        begin(0);
    }

    /** Closes and removes the store. */
    @TearDown
    public void close() {
        runner.close();
        store.close();
        Workplace.delete(folder);
    }

    @Benchmark
    public void waiting(Counters counters) {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        long heap = heap();
        for (int i = 1; i <= runs; i++) {
            begin(i);
        }
        counters.heapPerRun = (double) (heap() - heap) / runs;
        Set<Thread> begun = new HashSet<>(Thread.getAllStackTraces().keySet());
        begun.removeAll(before);
        counters.threads = begun.size();
    }

    private void begin(int run) {
        Outcome outcome = waiting.run("run-" + run, talk.begin());
        if (!(outcome instanceof Outcome.Pause)) {
            throw new IllegalStateException("Run " + run + " does not wait: " + outcome);
        }
    }

    private static long heap() {
        for (int i = 0; i < ENOUGH; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
