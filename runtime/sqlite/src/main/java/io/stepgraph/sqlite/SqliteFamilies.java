package io.stepgraph.sqlite;

import io.stepgraph.PermissionMode;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.Lease;
import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewChild;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunChange;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Families: a run, the runs that it has called, those that these have called, and so on. They are written from the top
 * down: so the end of a called run finds its caller ended, and does not wake it. A trigger counts the ends (C3).
 */
final class SqliteFamilies {
    private SqliteFamilies() {}

    /** A called run, and the most that it may do. */
    private record Called(String caller, boolean isOpen, PermissionMode mode, PermissionMode limit) {}

    private record Descendant(
            RunKey key, RunHeader run, long caller, PermissionMode callerMode, PermissionMode maxMode) {}

    private record Failed(RunKey key, long run, String step, long visit, PermissionMode limit) {}

    /** Starts the runs of a call, whose caller waits for them already (C2). */
    static void call(Tx tx, Lease caller, NewCall call) throws SQLException {
        Long members =
                tx.sql(SqliteSql.COUNT_FAMILY).set("run", caller.runNumber()).first(row -> row.getLong("count"));
        call.checkRoom(caller.key(), members == null ? 0 : members);
        tx.sql(SqliteSql.INSERT_CALL)
                .set("run", caller.runNumber())
                .set("open", call.children().size())
                .update();
        for (NewChild child : call.children()) {
            int started = tx.sql(SqliteSql.INSERT_CHILD)
                    .set("run", caller.runNumber())
                    .set("id", child.id())
                    .set("place", child.place())
                    .set("graph", child.graph())
                    .set("fingerprint", child.fingerprint())
                    .set("max_mode", child.maxMode().name())
                    .set("modes", ClaimRequest.modesUpTo(child.maxMode()))
                    .set(child.checkpoint())
                    .set("state", child.state())
                    .setEvents(child.events())
                    .update();
            if (started == 0) {
                throw NewCall.taken(caller.key(), child.id());
            }
        }
    }

    private static @Nullable Called called(Tx tx, RunKey key, long run) throws SQLException {
        return tx.sql(SqliteSql.FIND_CALLER)
                .set(key, run)
                .first(row -> new Called(
                        row.getString("caller"),
                        row.getBoolean("is_open"),
                        RowReader.mode(row, tx.clock(), "mode"),
                        limit(tx, row)));
    }

    /** Reads the lower of the mode of a run's caller and of the limit of its call. */
    private static PermissionMode limit(Tx tx, ResultSet row) throws SQLException {
        return RowReader.mode(row, tx.clock(), "caller_mode").lowerOf(RowReader.mode(row, tx.clock(), "max_mode"));
    }

    /** Returns a command as the run itself gets it (C8). */
    static RunCommand within(Tx tx, RunKey key, RunHeader run, RunCommand command) throws SQLException {
        Called called = called(tx, key, run.runNumber());
        return called == null ? command : command.within(called.limit);
    }

    /**
     * Gives a command to all unfinished descendants of a run (C8).
     *
     * @return those whose owners have to see it
     */
    static List<RunKey> command(Tx tx, long run, RunCommand command) throws SQLException {
        List<RunKey> executed = new ArrayList<>();
        if (command.forDescendant(PermissionMode.PLAN) == null) {
            return executed;
        }
        Map<Long, PermissionMode> modes = new HashMap<>();
        for (Descendant each :
                tx.sql(SqliteSql.FIND_DESCENDANTS).set("run", run).all(row -> descendant(tx, row))) {
            PermissionMode limit =
                    modes.getOrDefault(each.caller, each.callerMode).lowerOf(each.maxMode);
            RunCommand own = command.forDescendant(limit);
            RunChange change = own == null ? null : own.change(each.key, each.run);
            if (change != null) {
                change(tx, each, change);
            }
            if (change != null && change.mode() != null) {
                modes.put(each.run.runNumber(), change.mode());
            }
            if (each.run.isExecuted()) {
                executed.add(each.key);
            }
        }
        return executed;
    }

    /** Ends thousands of runs quickly, with one statement for each. */
    private static void change(Tx tx, Descendant run, RunChange change) throws SQLException {
        StopReason end = change.end();
        if (end == null) {
            SqliteRuns.change(tx, run.key, run.run, change);
        } else {
            tx.sql(SqliteSql.END_DESCENDANT)
                    .set("run", run.run.runNumber())
                    .set("status", end.status().name())
                    .setEnd(end)
                    .setEvents(change.events())
                    .update();
        }
    }

    private static Descendant descendant(Tx tx, ResultSet row) throws SQLException {
        return new Descendant(
                new RunKey(row.getString("namespace"), row.getString("id")),
                RowReader.summary(row, tx.clock()),
                row.getLong("parent"),
                RowReader.mode(row, tx.clock(), "caller_mode"),
                RowReader.mode(row, tx.clock(), "max_mode"));
    }

    /** Opens a run that has failed, and the failed ones of the call in which it has failed (C10). */
    static boolean reopen(Tx tx, ReopenRequest request) throws SQLException {
        Called called = called(tx, request.key(), request.runNumber());
        RunKey key = request.key();
        long run = request.runNumber();
        if (!reopen(tx, key, run, request.visit(), request.events())) {
            return false;
        }
        if (called != null) {
            if (!called.isOpen) {
                throw key.callHasEnded(called.caller);
            }
            setMode(tx, run, called.mode.lowerOf(called.limit));
        }
        reopenCall(tx, run, request.callDue(), request.by());
        return true;
    }

    private static boolean reopen(Tx tx, RunKey key, long run, long visit, List<Json> events) throws SQLException {
        return tx.sql(SqliteSql.REOPEN)
                        .set(key, run)
                        .set("visit", visit)
                        .setEvents(events)
                        .update()
                == 1;
    }

    private static void setMode(Tx tx, long run, PermissionMode mode) throws SQLException {
        tx.sql(SqliteSql.SET_MODE).set("run", run).set("mode", mode.name()).update();
    }

    private static void reopenCall(Tx tx, long run, @Nullable Due due, @Nullable String by) throws SQLException {
        List<Failed> failed = tx.sql(SqliteSql.FIND_FAILED)
                .set("run", run)
                .all(row -> new Failed(
                        new RunKey(row.getString("namespace"), row.getString("id")),
                        row.getLong("run_number"),
                        row.getString("step"),
                        row.getLong("visit"),
                        limit(tx, row)));
        for (Failed each : failed) {
            RunEvent event = new RunEvent.Reopened(each.key.id(), each.step, each.visit, by);
            reopen(tx, each.key, each.run, each.visit, List.of(EventJson.write(event)));
            setMode(tx, each.run, each.limit);
            reopenCall(tx, each.run, null, by);
        }
        tx.sql(SqliteSql.REOPEN_CALL).set("run", run).set(due).update();
    }
}
