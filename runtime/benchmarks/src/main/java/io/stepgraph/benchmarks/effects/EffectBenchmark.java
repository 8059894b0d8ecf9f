package io.stepgraph.benchmarks.effects;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import java.sql.SQLException;
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
 * Runs of 50 steps, each with one effect whose call does nothing: what is left is the bookkeeping. Each measurement has
 * a database to itself, and all are set alike: every commit waits for the disk.
 *
 * <p>All begin with a new dialog of 2,000 bytes under a new id, store it after each step, and delete what they stored
 * when the run has ended. The runner and the loop make the same writes: the effect before its call, its result after
 * it, and the state. DBOS Transact makes one write, after the call. Figures are per step of one run; at many at once,
 * divide them by how many.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class EffectBenchmark {
    private static final int STEPS = 50;
    private static final int BYTES = 2_000;

    /** Where the database lies. */
    @Param
    public Database.Kind kind;

    /** Who pays. */
    @Param
    public Payer payer;

    /** How many runs there are at once. */
    @Param({"1", "32"})
    public int runs;

    private final AtomicLong lastRun = new AtomicLong();
    private final Talk talk = Talk.ofSize(BYTES);
    private Crowd crowd;
    private Database database;
    private Payer.Side side;

    /** Makes the database and connects. */
    @Setup
    public void open() throws SQLException {
        crowd = new Crowd(runs);
        database = kind.create();
        side = payer.open(database, talk, STEPS, runs);
    }

    /** Closes and removes the database. */
    @TearDown
    public void close() throws SQLException {
        crowd.close();
        side.close();
        database.close();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog step() throws InterruptedException, ExecutionException {
        return crowd.all(() -> side.run("run-" + lastRun.incrementAndGet(), talk.begin()));
    }
}
