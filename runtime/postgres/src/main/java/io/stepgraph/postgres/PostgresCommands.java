package io.stepgraph.postgres;

import io.stepgraph.PermissionMode;
import io.stepgraph.jdbc.JsonArrays;
import io.stepgraph.jdbc.Labels;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunChange;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.StoredRun;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes runs from outside their owners, each with all unfinished runs that it has called (C8). These are locked, the
 * latest first, before any is changed. If the family has grown by then, or another transaction is in the way, all
 * begins anew: a row that is found late is never waited for while others are held.
 */
final class PostgresCommands {
    /** How many runs one statement changes at most, so that it does not become too large. */
    private static final int MOST_AT_ONCE = 1_000;

    private final PostgresSession session;
    private final CallHints hints;

    PostgresCommands(PostgresSession session, CallHints hints) {
        this.session = session;
        this.hints = hints;
    }

    /** A run that is locked; {@code parent} is 0 if nobody has called it. */
    private record Locked(RunHeader run, long parent) {
        static @Nullable Locked read(Tx tx, String statement, RunKey key) throws SQLException {
            return tx.sql(statement)
                    .set(key)
                    .first(row -> new Locked(RowReader.summary(row, tx.clock()), row.getLong("parent")));
        }
    }

    /** An unfinished descendant, with the limit of its call and the mode of its caller. */
    private record Member(RunKey key, RunHeader run, long parent, PermissionMode maxMode, PermissionMode callerMode) {
        static Member read(ResultSet row, Tx tx) throws SQLException {
            return new Member(
                    new RunKey(row.getString("namespace"), row.getString("id")),
                    RowReader.summary(row, tx.clock()),
                    row.getLong("parent"),
                    RowReader.mode(row, tx.clock(), "max_mode"),
                    RowReader.mode(row, tx.clock(), "caller_mode"));
        }
    }

    private record Change(Member member, RunChange change) {}

    private record End(long run, StopReason reason) {}

    /** What was done; {@code endedOf} is the caller of the run, if that has ended, or 0. */
    private record Done(RunHeader run, long endedOf, List<RunKey> members) {}

    RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        boolean isForFamily = command.forDescendant(PermissionMode.PLAN) != null;
        Done done = session.repeated(key, false, tx -> {
            Locked run = Locked.read(tx, isForFamily ? PostgresSql.LOCK_LONE_RUN : PostgresSql.LOCK_RUN, key);
            return run == null && isForFamily ? null : command(tx, key, runNumber, command, run, List.of());
        });
        if (done == null) {
            done = session.repeated(key, true, tx -> {
                RunHeader found = tx.summary(key);
                List<Member> family = found == null ? List.of() : lock(tx, found.runNumber());
                return command(tx, key, runNumber, command, Locked.read(tx, PostgresSql.LOCK_RUN, key), family);
            });
        }
        hints.changed(done.members);
        hints.claimable(key);
        hints.ended(key, done.endedOf);
        return done.run;
    }

    private static Done command(
            Tx tx,
            RunKey key,
            @Nullable Long runNumber,
            RunCommand command,
            @Nullable Locked locked,
            List<Member> family)
            throws SQLException {
        if (locked == null || (runNumber != null && locked.run.runNumber() != runNumber)) {
            throw key.notFound();
        }
        RunHeader run = locked.run;
        RunChange change = (locked.parent == 0 ? command : command.within(limit(tx, run))).change(key, run);
        if (change == null) {
            return new Done(run, 0, List.of());
        }
        long endedOf = change(tx, key, run, change);
        PermissionMode mode = change.mode() == null ? run.mode() : change.mode();
        List<RunKey> changed = change(tx, Map.of(run.runNumber(), mode), command, family);
        return new Done(Objects.requireNonNull(tx.summary(key)), endedOf, changed);
    }

    private static PermissionMode limit(Tx tx, RunHeader run) throws SQLException {
        return Objects.requireNonNull(
                tx.sql(PostgresSql.FIND_CALLER).set("run", run.runNumber()).first(row -> limit(tx, row)));
    }

    /** Reads the most that a called run may do: the lower of its caller's mode and of the limit of its call. */
    static PermissionMode limit(Tx tx, ResultSet row) throws SQLException {
        return RowReader.mode(row, tx.clock(), "caller_mode").lowerOf(RowReader.mode(row, tx.clock(), "max_mode"));
    }

    /** Returns the unfinished descendants that have to be asked; null if the caller has changed. */
    @Nullable List<RunKey> stopCalled(StoredRun caller, RunCommand.Stop stop) {
        List<Member> found = new ArrayList<>();
        List<RunKey> changed = session.repeated(caller.key(), true, tx -> {
            found.clear();
            found.addAll(lock(tx, caller.runNumber()));
            if (!tx.sql(PostgresSql.STOP_CALLED).setSeen(caller).any()) {
                return null;
            }
            List<RunKey> stopped = change(tx, Map.of(), stop, found);
            join(tx, caller.runNumber(), caller.checkpoint().visit());
            for (Member member : found) {
                if (member.run.isCalling()) {
                    join(tx, member.run.runNumber(), member.run.visit());
                }
            }
            return stopped;
        });
        if (changed == null) {
            return null;
        }
        hints.changed(changed);
        hints.claimable(caller.key());
        found.stream().filter(member -> member.run.isCalling()).forEach(member -> hints.claimable(member.key));
        return found.stream()
                .filter(member -> member.run.isExecuted())
                .map(Member::key)
                .toList();
    }

    /** Wakes a run that waits for a call, if the last run of that has ended here. */
    private static void join(Tx tx, long run, long visit) throws SQLException {
        tx.sql(PostgresSql.JOIN_CALL).set("run", run).set("visit", visit).any();
    }

    /** Locks a run and its unfinished descendants. */
    private static List<Member> lock(Tx tx, long run) throws SQLException {
        Set<Long> locked = new HashSet<>();
        locked.add(run);
        members(tx, run).forEach(member -> locked.add(member.run.runNumber()));
        tx.sql(PostgresSql.LOCK_RUNS)
                .set("runs", "bigint", locked.toArray(Long[]::new))
                .any();
        List<Member> members = members(tx, run);
        if (!members.stream().allMatch(member -> locked.contains(member.run.runNumber()))) {
            throw PostgresErrors.hasGrown();
        }
        return members;
    }

    private static List<Member> members(Tx tx, long run) throws SQLException {
        return tx.sql(PostgresSql.DESCENDANTS).set("run", run).all(row -> Member.read(row, tx));
    }

    /** Changes descendants that are locked, each after its caller, whose mode is its limit. */
    private static List<RunKey> change(
            Tx tx, Map<Long, PermissionMode> callers, RunCommand command, List<Member> members) throws SQLException {
        Map<Long, PermissionMode> modes = new HashMap<>(callers);
        List<Change> changes = new ArrayList<>();
        for (Member member : members) {
            PermissionMode callerMode = modes.getOrDefault(member.parent, member.callerMode);
            RunCommand forIt = command.forDescendant(callerMode.lowerOf(member.maxMode));
            RunChange change = forIt == null ? null : forIt.change(member.key, member.run);
            if (change != null) {
                changes.add(new Change(member, change));
                if (change.mode() != null) {
                    modes.put(member.run.runNumber(), change.mode());
                }
            }
        }
        for (int from = 0; from < changes.size(); from += MOST_AT_ONCE) {
            write(tx, changes.subList(from, Math.min(changes.size(), from + MOST_AT_ONCE)));
        }
        return changes.stream().map(change -> change.member.key).toList();
    }

    private static void write(Tx tx, List<Change> changes) throws SQLException {
        List<End> ends = new ArrayList<>();
        for (Change each : changes) {
            StopReason end = each.change.end();
            if (end != null) {
                ends.add(new End(each.member.run.runNumber(), end));
            }
        }
        if (!ends.isEmpty()) {
            new ArrayParameters<>(tx.sql(PostgresSql.END_MEMBERS), ends)
                    .numbers("runs", End::run)
                    .texts("ends", each -> each.reason.status().name())
                    .texts("kinds", each -> each.reason.kind())
                    .documents("reasons", each -> each.reason.json())
                    .statement()
                    .executeAll(List.of());
        }
        new ArrayParameters<>(tx.sql(PostgresSql.CHANGE_MEMBERS), changes)
                .numbers("runs", each -> each.member.run.runNumber())
                .texts(
                        "modes",
                        each -> each.change.mode() == null
                                ? null
                                : each.change.mode().name())
                .texts("modes_by", each -> each.change.modeBy())
                .texts("cancels", each -> each.change.cancelRequestedBy())
                .documents("stops", each -> each.change.stopAs())
                .texts("wakes", each -> each.change.wake().name())
                .numbers("counts", each -> each.change.events().size())
                .documents("events", each -> JsonArrays.of(each.change.events()))
                .statement()
                .any();
    }

    /** Ends a run that its owner gives back, if it was to end; returns its caller, or 0. */
    static long endReleased(Tx tx, Lease lease) throws SQLException {
        Locked locked = Locked.read(tx, PostgresSql.LOCK_RUN, lease.key());
        if (locked == null || !locked.run.isHeldUnder(lease)) {
            return 0;
        }
        RunHeader run = locked.run;
        RunChange end = RunChange.released(lease.key(), run.cancelRequestedBy(), run.stopAs());
        return end == null ? 0 : change(tx, lease.key(), run, end);
    }

    /** Changes a run that this transaction has locked; returns its caller, if it has ended, or 0. */
    private static long change(Tx tx, RunKey key, RunHeader run, RunChange change) throws SQLException {
        Long endedOf = change.end() == null ? null : end(tx, key, run, change.end(), List.of(), true);
        if (change.labels() != null) {
            Labels.replace(tx, key, run.runNumber(), change.labels());
        }
        tx.sql(PostgresSql.CHANGE).set(change).set("run", run.runNumber()).any();
        return endedOf == null ? 0 : endedOf;
    }

    /** Ends a run as it was seen; returns its caller, or 0; null if it was not ended. */
    static @Nullable Long end(
            Tx tx, RunKey key, RunHeader seen, StopReason stopReason, List<Json> events, boolean mayEndExecuted)
            throws SQLException {
        return tx.sql(PostgresSql.END)
                .setSeen(key, seen)
                .set("command_version", seen.commandVersion())
                .set("may_end", mayEndExecuted)
                .set("end", stopReason.status().name())
                .setEnd(stopReason)
                .setEvents(events)
                .first(row -> row.getLong("parent"));
    }
}
