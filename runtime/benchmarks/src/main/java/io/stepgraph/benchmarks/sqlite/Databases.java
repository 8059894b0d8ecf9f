package io.stepgraph.benchmarks.sqlite;

import io.stepgraph.benchmarks.Workplace;
import io.stepgraph.benchmarks.dialog.BareJdbc;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.DialogAgent;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph;
import io.stepgraph.benchmarks.dialog.DialogAgentGraph.Outcome;
import io.stepgraph.benchmarks.dialog.SwitchLoop;
import io.stepgraph.benchmarks.dialog.Talk;
import io.stepgraph.engine.Runner;
import io.stepgraph.sqlite.SqliteStore;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A database for a runner and one for the hand-written loop, side by side on one {@link Disk}, and one run of either.
 * Each run begins with a new dialog under a new id, and what it stored is deleted when it has ended.
 */
final class Databases implements AutoCloseable {
    private final Path folder;
    private final Talk talk;
    private final AtomicLong lastRun = new AtomicLong();

    private final SwitchLoop loop;
    private final BareJdbc jdbc;

    private final SqliteStore store;
    private final Runner runner;
    private final DialogAgentGraph.Runs runs;

    Databases(Disk disk, int bytes, int steps) throws SQLException {
        folder = disk.newFolder();
        talk = Talk.ofSize(bytes);
        loop = new SwitchLoop(talk, steps);
        jdbc = new BareJdbc(Disk.connect(folder.resolve("loop.db")));
        store = SqliteStore.open(folder.resolve("stepgraph.db"));
        runner = Runner.builder(store).build();
        runs = DialogAgentGraph.of(new DialogAgent(talk, steps)).on(runner);
    }

    /** May be called by many threads at once. */
    Dialog runStepgraph() {
        String id = newId();
        Dialog end = runStepgraph(id);
        deleteStepgraph(id);
        return end;
    }

    Dialog runLoop() {
        String id = newId();
        Dialog end = runLoop(id);
        deleteLoop(id);
        return end;
    }

    String newId() {
        return "run-" + lastRun.incrementAndGet();
    }

    /** May be called by many threads at once. */
    Dialog runStepgraph(String id) {
        Outcome outcome = runs.run(id, talk.begin());
        return ((Outcome.Completed) outcome).result();
    }

    Dialog runLoop(String id) {
        return loop.run(talk.begin(), now -> jdbc.save(id, now));
    }

    void deleteStepgraph(String id) {
        runs.delete(id);
    }

    void deleteLoop(String id) {
        jdbc.delete(id);
    }

    @Override
    public void close() throws SQLException {
        runner.close();
        store.close();
        jdbc.close();
        Workplace.delete(folder);
    }
}
