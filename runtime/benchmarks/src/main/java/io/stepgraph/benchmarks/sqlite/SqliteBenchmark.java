package io.stepgraph.benchmarks.sqlite;

import io.stepgraph.benchmarks.dialog.Dialog;
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
 * A run of 100 steps on a runner with SQLite, against the hand-written loop that upserts the same JSON with plain JDBC.
 * Figures are per step.
 *
 * <p>Both begin with a new dialog under a new id, serialise it after each step, commit it (write-ahead log, {@code
 * synchronous = full}) before the next, and delete what they stored when the run has ended. Both write to a database of
 * their own on the same {@link Disk}. No page of a state is as it was one step before, or SQLite would leave it
 * unwritten.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class SqliteBenchmark {
    private static final int STEPS = 100;

    /** The size of the state, in bytes of JSON. */
    @Param({"2000", "200000", "2000000"})
    public int bytes;

    /** Where the databases lie. */
    @Param
    public Disk disk;

    private Databases databases;

    /** Opens both databases. */
    @Setup
    public void open() throws SQLException {
        databases = new Databases(disk, bytes, STEPS);
    }

    /** Closes and removes both databases. */
    @TearDown
    public void close() throws SQLException {
        databases.close();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog stepgraph() {
        return databases.runStepgraph();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog loop() {
        return databases.runLoop();
    }
}
