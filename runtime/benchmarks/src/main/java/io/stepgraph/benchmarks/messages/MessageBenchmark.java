package io.stepgraph.benchmarks.messages;

import io.stepgraph.benchmarks.Crowd;
import io.stepgraph.benchmarks.database.Database;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
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
 * From the first of {@value #MESSAGES} messages, which 16 threads send, until all of them are taken: by one run, or by
 * as many runs with one message each, which listen before. Each measurement has a Postgres server to itself.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
public class MessageBenchmark {
    private static final int MESSAGES = 1_000;

    /** The program. */
    @Param
    public Contender contender;

    /** How many runs take the messages. */
    @Param({"1", "1000"})
    public int runs;

    private Database database;
    private Contender.Inboxes inboxes;
    private List<String> ids;
    private int begun;

    /** Starts the server. */
    @Setup
    public void open() throws SQLException {
        database = Database.Kind.POSTGRES.create();
        inboxes = contender.open(database.url());
    }

    /** Begins the runs. */
    @Setup(Level.Iteration)
    public void begin() {
        ids = IntStream.range(0, runs).mapToObj(i -> "inbox-" + ++begun).toList();
        ids.forEach(id -> inboxes.begin(id, MESSAGES / runs));
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void messages() {
        List<String> receivers = Collections.nCopies(MESSAGES / runs, ids).stream()
                .flatMap(List::stream)
                .toList();
        Crowd.each(new ConcurrentLinkedQueue<>(receivers), id -> inboxes.send(id, "a message"));
        inboxes.await(ids);
    }

    /** Stops the server. */
    @TearDown
    public void close() throws SQLException {
        inboxes.close();
        database.close();
    }
}
