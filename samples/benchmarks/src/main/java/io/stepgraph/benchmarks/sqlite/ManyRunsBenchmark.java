package io.stepgraph.benchmarks.sqlite;

import io.stepgraph.benchmarks.Workplace;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.SwitchLoop;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.jdbc.SqliteStore;
import io.stepgraph.runtime.Runner;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
 * 64 runs of 100 steps at once on one runner with SQLite, whose commits share transactions, against the hand-written loop that
 * makes as many steps one after the other on one connection. Figures are per step of any run.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class ManyRunsBenchmark {
    private static final int STEPS = 100;
    private static final int RUNS = 64;
    private static final int BYTES = 2_000;

    /** Where the databases lie. */
    @Param
    public Disk disk;

    private final AtomicLong lastRun = new AtomicLong();
    private final ExecutorService threads = Executors.newFixedThreadPool(RUNS);
    private Path folder;
    private Talk talk;

    private SwitchLoop loop;
    private BareJdbc jdbc;

    private SqliteStore store;
    private Runner runner;
    private DialogAgentGraph.Runs runs;

    /** Opens both databases. */
    @Setup
    public void open() throws SQLException {
        folder = disk.newFolder();
        talk = Talk.ofSize(BYTES);
        loop = new SwitchLoop(talk, STEPS);
        jdbc = new BareJdbc(folder.resolve("loop.db"));
        store = SqliteStore.open(folder.resolve("stepgraph.db"));
        runner = Runner.builder(store).build();
        runs = DialogAgentGraph.of(new DialogAgent(talk, STEPS)).on(runner);
    }

    /** Closes and removes both databases. */
    @TearDown
    public void close() throws SQLException {
        threads.shutdown();
        runner.close();
        store.close();
        jdbc.close();
        Workplace.delete(folder);
    }

    @Benchmark
    @OperationsPerInvocation(RUNS * STEPS)
    public void stepgraph() throws InterruptedException, ExecutionException {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            all.add(threads.submit(() -> {
                String id = "run-" + lastRun.incrementAndGet();
                runs.run(id, talk.begin());
                runs.delete(id);
            }));
        }
        for (Future<?> run : all) {
            run.get();
        }
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog loop() throws SQLException {
        String id = "run-" + lastRun.incrementAndGet();
        Dialog end = loop.run(talk.begin(), now -> jdbc.save(id, now));
        jdbc.delete(id);
        return end;
    }
}
