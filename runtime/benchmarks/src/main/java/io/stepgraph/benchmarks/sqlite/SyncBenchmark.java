package io.stepgraph.benchmarks.sqlite;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.SlowSyncs;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
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
 * How often runs of 100 steps have SQLite bring data to the disk, on a runner and in the hand-written loop: counted, so
 * it does not matter what else the machine does. All syncs count, those too that carry the write-ahead log over into
 * the database from time to time. A run on a runner has 101 checkpoints: it stores its beginning too.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
public class SyncBenchmark {
    private static final int STEPS = 100;
    private static final int TIMES = 20;
    private static final int BYTES = 2_000;

    /** How many runs there are at once. */
    @Param({"1", "64"})
    public int runs;

    /** Where the databases lie. */
    @Param
    public Disk disk;

    private final Queue<String> ids = new ConcurrentLinkedQueue<>();
    private Crowd crowd;
    private Databases databases;

    /** The counter. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counters {
        /** How many syncs there are for each checkpoint. */
        public double syncsPerCheckpoint;
    }

    /** Opens both databases. */
    @Setup
    public void open() throws SQLException {
        crowd = new Crowd(runs);
        databases = new Databases(disk, BYTES, STEPS);
    }

    /** Closes and removes both databases. */
    @TearDown
    public void close() throws SQLException {
        crowd.close();
        databases.close();
    }

    @Benchmark
    public void stepgraph(Counters counters) throws InterruptedException, ExecutionException {
        long before = SlowSyncs.count();
        for (int i = 0; i < TIMES; i++) {
            crowd.all(() -> databases.runStepgraph(newId()));
        }
        counters.syncsPerCheckpoint = (double) (SlowSyncs.count() - before) / (TIMES * runs * (STEPS + 1));
        ids.forEach(databases::deleteStepgraph);
        ids.clear();
    }

    @Benchmark
    public void loop(Counters counters) {
        long before = SlowSyncs.count();
        for (int i = 0; i < TIMES; i++) {
            databases.runLoop(newId());
        }
        counters.syncsPerCheckpoint = (double) (SlowSyncs.count() - before) / (TIMES * STEPS);
        ids.forEach(databases::deleteLoop);
        ids.clear();
    }

    private String newId() {
        String id = databases.newId();
        ids.add(id);
        return id;
    }
}
