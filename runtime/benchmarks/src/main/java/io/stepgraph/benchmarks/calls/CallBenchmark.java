package io.stepgraph.benchmarks.calls;

import io.stepgraph.benchmarks.calls.Caller.Batch;
import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.store.Store;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
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
 * From the start of a batch to its end: as a call, or as runs that the program enqueues, waits for, and follows with one
 * that collects. A worker with 8 threads in this process executes the runs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CallBenchmark {
    private static final int THREADS = 8;

    /** The way of a batch. */
    public enum Way {
        CALL,
        BARRIER
    }

    @Param
    public Way way;

    /** The database. */
    @Param({"SQLITE", "POSTGRES"})
    public Database.Kind kind;

    /** How many pieces of work a batch has. */
    @Param("8")
    public int size;

    private Database database;
    private Store store;
    private Runner runner;
    private Worker worker;
    private CallerGraph.Runs callers;
    private WordedGraph.Runs pieces;
    private CollectorGraph.Runs collectors;
    private int begun;

    /** Opens the database. */
    @Setup
    public void open() throws SQLException {
        database = kind.create();
        store = database.open();
        runner = Runner.builder(store).build();
        Worded worded = new Worded();
        worker = Worker.builder(store)
                .graphs(
                        CallerGraph.of(new Caller(worded)),
                        WordedGraph.of(worded),
                        CollectorGraph.of(new Collector()))
                .concurrency(THREADS)
                .build()
                .start();
        callers = CallerGraph.of(new Caller(worded)).on(runner);
        pieces = WordedGraph.of(worded).on(runner);
        collectors = CollectorGraph.of(new Collector()).on(runner);
    }

    @Benchmark
    public int batch() {
        return way == Way.CALL ? call("batch-" + ++begun) : barrier("batch-" + ++begun);
    }

    private int call(String id) {
        callers.enqueue(id, Batch.of(size));
        return ((CallerGraph.Outcome.Completed) callers.await(id)).result().ended;
    }

    private int barrier(String id) {
        for (int i = 0; i < size; i++) {
            pieces.enqueue(id + "-" + i, Worded.Work.of(i));
        }
        for (int i = 0; i < size; i++) {
            if (!(pieces.await(id + "-" + i) instanceof WordedGraph.Outcome.Completed)) {
                throw new IllegalStateException(id + "-" + i + " has not completed");
            }
        }
        collectors.enqueue(id, Batch.of(size));
        return ((CollectorGraph.Outcome.Completed) collectors.await(id)).result().ended;
    }

    /** Closes the database. */
    @TearDown
    public void close() throws SQLException {
        worker.close();
        runner.close();
        store.close();
        database.close();
    }
}
