package io.stepgraph.benchmarks.sqlite;

import io.stepgraph.benchmarks.Workplace;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.SwitchLoop;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.jdbc.SqliteStore;
import io.stepgraph.runtime.Runner;
import java.nio.file.Path;
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
 * their own on the same {@link Disk}. No page of a state is as it was one step before, or SQLite would leave it unwritten.
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

    private Path folder;
    private Talk talk;
    private long lastRun;

    private SwitchLoop loop;
    private BareJdbc jdbc;

    private SqliteStore store;
    private Runner runner;
    private DialogAgentGraph.Runs runs;

    /** Opens both databases. */
    @Setup
    public void open() throws SQLException {
        folder = disk.newFolder();
        talk = Talk.ofSize(bytes);
        loop = new SwitchLoop(talk, STEPS);
        jdbc = new BareJdbc(folder.resolve("loop.db"));
        store = SqliteStore.open(folder.resolve("stepgraph.db"));
        runner = Runner.builder(store).build();
        runs = DialogAgentGraph.of(new DialogAgent(talk, STEPS)).on(runner);
    }

    /** Closes and removes both databases. */
    @TearDown
    public void close() throws SQLException {
        runner.close();
        store.close();
        jdbc.close();
        Workplace.delete(folder);
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog stepgraph() {
        String id = "run-" + ++lastRun;
        Outcome outcome = runs.run(id, talk.begin());
        runs.delete(id);
        return ((Outcome.Completed) outcome).result();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public Dialog loop() throws SQLException {
        String id = "run-" + ++lastRun;
        Dialog end = loop.run(talk.begin(), now -> jdbc.save(id, now));
        jdbc.delete(id);
        return end;
    }
}
