package io.stepgraph.benchmarks.queue;

import io.stepgraph.benchmarks.database.Database;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
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
 * One tenant has 10,000 queued items, which a worker with 16 threads takes. When a tenth of them have begun, another
 * tenant stores one. Counted is how many items of the first tenant begin from then on, until the item of the second one
 * begins. The worker is in this process, which counts. For db-scheduler, which knows no tenants, it is only a later
 * item.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class FairnessBenchmark {
    private static final String OTHER = "other-1";

    /** The program with the queue. */
    @Param({"STEPGRAPH", "DB_SCHEDULER"})
    public Contender contender;

    /** How many items the first tenant has. */
    @Param("10000")
    public int items;

    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch tenth = new CountDownLatch(1);
    private final CountDownLatch other = new CountDownLatch(1);
    private volatile int begunBeforeOther;
    private Database database;
    private Contender.Queue queue;

    /** The counter. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counters {
        /** How many items of the first tenant have begun meanwhile. */
        public int waited;
    }

    /** Starts the server and stores the items of the first tenant. */
    @Setup
    public void open() throws SQLException {
        database = Database.Kind.POSTGRES.create();
        queue = contender.open(database.url());
        queue.store(IntStream.range(0, items).mapToObj(i -> "item-" + i).toList());
    }

    @Benchmark
    public void other(Counters counters) throws InterruptedException {
        try (Contender.Consumption worker = contender.consume(database.url(), "worker-1", this::begin)) {
            worker.start();
            tenth.await();
            int before = begun.get();
            if (queue instanceof StepgraphQueue tenants) {
                tenants.store("second", List.of(OTHER));
            } else {
                queue.store(List.of(OTHER));
            }
            other.await();
            counters.waited = begunBeforeOther - before;
            worker.stop();
        }
    }

    private void begin(String item) {
        if (item.equals(OTHER)) {
            begunBeforeOther = begun.get();
            other.countDown();
        } else if (begun.incrementAndGet() == items / 10) {
            tenth.countDown();
        }
    }

    /** Stops the server. */
    @TearDown
    public void close() throws SQLException {
        queue.close();
        database.close();
    }
}
