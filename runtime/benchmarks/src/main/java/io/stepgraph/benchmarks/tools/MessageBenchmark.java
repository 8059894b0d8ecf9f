package io.stepgraph.benchmarks.tools;

import io.stepgraph.benchmarks.database.Database;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.Store;
import java.util.concurrent.TimeUnit;
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
 * Ten messages of a user in a thread, for each of which a model calls one tool that reads, and then answers. Model and
 * tool take no time: what is left of a message is the start of its run, and five steps of which each writes the whole
 * conversation. Each ten have a thread of their own, which begins with what was said before.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 3, time = 2)
public class MessageBenchmark {
    private static final int MESSAGES = 10;

    /** Where the database lies. */
    @Param({"SQLITE", "SQLITE_NO_DISK"})
    public Database.Kind kind;

    /** How the agent is written. */
    @Param
    public Way way;

    /** How many characters were said before. */
    @Param({"2000", "20000", "200000", "1000000"})
    public int characters;

    private Database database;
    private Store store;
    private Runner runner;
    private Way.Side agent;
    private int threads;
    private String thread;

    /** Opens the store. */
    @Setup
    public void open() {
        database = kind.create();
        store = database.open();
        runner = Runner.builder(store).build();
        agent = way.open(runner, PastTurn.ofSize(characters));
    }

    /** Closes and removes the store. */
    @TearDown
    public void close() {
        runner.close();
        store.close();
        database.close();
    }

    /** Begins a thread. */
    @Setup(Level.Invocation)
    public void begin() {
        thread = "thread-" + ++threads;
        agent.begin(thread, id(0));
    }

    /** Deletes its runs. */
    @TearDown(Level.Invocation)
    public void delete() {
        for (int i = 0; i <= MESSAGES; i++) {
            agent.delete(thread, id(i));
        }
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public String message() {
        String answer = "";
        for (int i = 1; i <= MESSAGES; i++) {
            answer = agent.message(thread, id(i));
        }
        return answer;
    }

    private String id(int message) {
        return thread + "-" + message;
    }
}
