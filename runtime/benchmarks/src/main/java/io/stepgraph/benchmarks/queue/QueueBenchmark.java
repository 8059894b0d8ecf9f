package io.stepgraph.benchmarks.queue;

import io.stepgraph.benchmarks.Child;
import io.stepgraph.benchmarks.database.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * From the start of workers to the end of the last of {@value #ITEMS} items, which were stored before. Each worker is a
 * process with 16 threads. Processes and their pools of connections are there before, and have executed as many items
 * to warm up; what a contender does when it starts to take items is part of the time. Each measurement has a Postgres
 * server to itself, and all servers are set alike.
 *
 * <p>An item has a state of 2,000 bytes and the work of three steps. The contenders do not promise the same:
 * {@link Contender} says what each of them stores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class QueueBenchmark {
    private static final int ITEMS = 3_000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int PAUSES_PER_LOOK = 20;
    private static final long SECONDS_TO_END = 300;

    /** The program with the queue. */
    @Param
    public Contender contender;

    /** How many processes take items. */
    @Param({"1", "2", "4"})
    public int workers;

    private final List<Child> processes = new ArrayList<>();
    private Database database;
    private Contender.Queue queue;
    private int stored;

    /** Starts the server and the processes. */
    @Setup
    public void open() throws SQLException {
        database = Database.Kind.POSTGRES.create();
        queue = contender.open(database.url());
        for (int i = 1; i <= workers; i++) {
            processes.add(Child.start(QueueWorker.class, contender.name(), database.url(), "worker-" + i));
        }
        processes.forEach(process -> process.await(QueueWorker.READY));
    }

    /** Stores the items. */
    @Setup(Level.Iteration)
    public void store() {
        queue.store(IntStream.range(0, ITEMS).mapToObj(i -> "item-" + ++stored).toList());
    }

    @Benchmark
    @OperationsPerInvocation(ITEMS)
    public void items() throws SQLException, InterruptedException {
        long begin = System.nanoTime();
        processes.forEach(process -> process.tell(QueueWorker.START));
        while (isBusy()) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(SECONDS_TO_END)) {
                throw new IllegalStateException(queue.left() + " items have not ended");
            }
        }
    }

    /**
     * Looks whether items are left. A look costs the server something: it looks for a twentieth of the time at most.
     */
    private boolean isBusy() throws SQLException, InterruptedException {
        long begin = System.nanoTime();
        boolean isBusy = queue.left() > 0;
        if (isBusy) {
            TimeUnit.NANOSECONDS.sleep(Math.max(PAUSE_NANOS, PAUSES_PER_LOOK * (System.nanoTime() - begin)));
        }
        return isBusy;
    }

    /** Stops the workers, checks that all items have ended well, and removes them. */
    @TearDown(Level.Iteration)
    public void clear() throws SQLException {
        processes.forEach(process -> process.tell(QueueWorker.STOP));
        processes.forEach(process -> process.await(QueueWorker.READY));
        long kept = queue.kept();
        if (kept != (contender == Contender.DB_SCHEDULER ? 0 : ITEMS)) {
            throw new IllegalStateException(kept + " items have ended, not " + ITEMS);
        }
        queue.clear();
    }

    /** Ends the processes and removes the server. */
    @TearDown
    public void close() throws SQLException {
        processes.forEach(Child::close);
        queue.close();
        database.close();
    }
}
