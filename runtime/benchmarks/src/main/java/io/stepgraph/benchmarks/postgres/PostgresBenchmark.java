package io.stepgraph.benchmarks.postgres;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import java.io.IOException;
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
 * Runs of 100 steps on a Postgres server: on a runner, by the hand-written loop that upserts the same JSON with plain
 * JDBC, and by DBOS Transact. Each measurement has a server to itself, and all servers are set alike.
 *
 * <p>All begin with a new dialog under a new id, commit it after each step before the next, wait for the disk, and
 * delete what they stored when the run has ended. Figures are per step of one run; at many at once, divide them by how
 * many.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class PostgresBenchmark {
    private static final int STEPS = 100;

    /** The contender that executes the steps. */
    @Param
    public Contender contender;

    /** How many runs there are at once. */
    @Param({"1", "32"})
    public int runs;

    /** The size of the state, in bytes of JSON. */
    @Param({"2000", "200000", "2000000"})
    public int bytes;

    private final AtomicLong lastRun = new AtomicLong();
    private Talk talk;
    private Crowd crowd;
    private Server server;
    private Contender.Side side;

    /** Starts the server and connects. */
    @Setup
    public void open() throws IOException, SQLException {
        talk = Talk.ofSize(bytes);
        crowd = new Crowd(runs);
        server = Server.start();
        side = contender.open(server, talk, STEPS, runs);
    }

    /** Stops the server and removes its files. */
    @TearDown
    public void close() throws IOException, SQLException {
        crowd.close();
        side.close();
        server.close();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog step() throws InterruptedException, ExecutionException {
        return crowd.all(() -> side.run("run-" + lastRun.incrementAndGet(), talk.begin()));
    }
}
