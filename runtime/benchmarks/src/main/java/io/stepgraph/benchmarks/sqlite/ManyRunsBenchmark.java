package io.stepgraph.benchmarks.sqlite;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.dialog.Dialog;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
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
 * 64 runs of 100 steps at once on one runner with SQLite, whose commits share transactions, against the hand-written
 * loop that makes as many steps one after the other on one connection. Figures are per step of any run.
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

    private final Crowd crowd = new Crowd(RUNS);
    private Databases databases;

    /** Opens both databases. */
    @Setup
    public void open() throws SQLException {
        databases = new Databases(disk, BYTES, STEPS);
    }

    /** Closes and removes both databases. */
    @TearDown
    public void close() throws SQLException {
        crowd.close();
        databases.close();
    }

    @Benchmark
    @OperationsPerInvocation(RUNS * STEPS)
    public Dialog stepgraph() throws InterruptedException, ExecutionException {
        return crowd.all(databases::runStepgraph);
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog loop() {
        return databases.runLoop();
    }
}
