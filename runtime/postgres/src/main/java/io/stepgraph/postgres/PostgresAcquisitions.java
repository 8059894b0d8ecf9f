package io.stepgraph.postgres;

import io.stepgraph.PermissionMode;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.jdbc.UnfinishedRun;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes runs an owner's, in one round trip. Only one that has failed can have been left behind by its thread. It is
 * opened before the thread is looked at: from then on no other run of the thread can start, and those that have ended
 * are seen.
 */
final class PostgresAcquisitions {
    private final PostgresSession session;

    PostgresAcquisitions(PostgresSession session) {
        this.session = session;
    }

    @Nullable StoredRun acquire(AcquireRequest request) {
        request.check();
        StoredRun seen = request.seen();
        if (seen.status() != Status.FAILED || seen.thread() == null) {
            return session.call(seen.key(), tx -> update(tx, request));
        }
        ThreadKey thread = new ThreadKey(seen.key().namespace(), seen.thread());
        return session.write(seen.key(), tx -> reopen(thread, tx, request));
    }

    private static @Nullable StoredRun reopen(ThreadKey thread, Tx tx, AcquireRequest request) throws SQLException {
        RunKey key = request.seen().key();
        StoredRun now = tx.find(key);
        if (now == null || !request.seen().isAs(now)) {
            return null;
        }
        return reopened(thread, tx, key, request.seen().runNumber(), () -> update(tx, request));
    }

    /** Opens a failed run again for whatever runner continues it; returns the runs that were opened. */
    List<RunKey> reopen(ReopenRequest request) {
        RunKey key = request.key();
        List<RunKey> opened = new ArrayList<>();
        session.repeated(key, false, tx -> {
            opened.clear();
            if (request.thread() == null) {
                return open(tx, request, opened);
            }
            ThreadKey thread = new ThreadKey(key.namespace(), request.thread());
            return reopened(thread, tx, key, request.runNumber(), () -> open(tx, request, opened));
        });
        return opened;
    }

    /** The caller is locked before the runs that it has called. */
    private static @Nullable Long open(Tx tx, ReopenRequest request, List<RunKey> opened) throws SQLException {
        RunKey key = request.key();
        Long caller = tx.sql(PostgresSql.REOPEN)
                .set(key, request.runNumber())
                .set("visit", request.visit())
                .set("mode", (String) null)
                .setEvents(request.events())
                .first(row -> row.getLong("parent"));
        if (caller == null) {
            return null;
        }
        if (caller != 0) {
            countAgain(tx, key, request.runNumber());
        }
        opened.add(key);
        openCall(tx, request, request.runNumber(), request.visit(), opened);
        return request.runNumber();
    }

    /** Lets the call of a run wait for it again, within its limits. */
    private static void countAgain(Tx tx, RunKey key, long run) throws SQLException {
        boolean isAwaited = tx.sql(PostgresSql.LOCK_CALLER).set("run", run).any()
                && tx.sql(PostgresSql.COUNT_AGAIN).set("run", run).any();
        PermissionMode mode = Objects.requireNonNull(tx.sql(PostgresSql.FIND_CALLER)
                .set("run", run)
                .first(row -> {
                    if (!isAwaited) {
                        throw key.callHasEnded(row.getString("caller"));
                    }
                    return PostgresCommands.limit(tx, row).lowerOf(RowReader.mode(row, tx.clock(), "mode"));
                }));
        tx.sql(PostgresSql.SET_MODE).set("run", run).set("mode", mode.name()).update();
    }

    /** Opens the failed runs of the call at which a run has failed, if there is one. */
    private static void openCall(Tx tx, ReopenRequest request, long run, long visit, List<RunKey> opened)
            throws SQLException {
        List<Failed> failed = tx.sql(PostgresSql.FIND_FAILED)
                .set("run", run)
                .set("visit", visit)
                .all(row -> Failed.read(row, tx));
        for (Failed child : failed) {
            String id = child.key.id();
            tx.sql(PostgresSql.REOPEN)
                    .set(child.key, child.run)
                    .set("visit", child.visit)
                    .set("mode", child.mode.name())
                    .setEvents(
                            List.of(EventJson.write(new RunEvent.Reopened(id, child.step, child.visit, request.by()))))
                    .any();
            opened.add(child.key);
            if (child.isAtCall) {
                openCall(tx, request, child.run, child.visit, opened);
            }
        }
        boolean isCall =
                tx.sql(PostgresSql.SET_OPEN).set("run", run).set("visit", visit).any();
        if (isCall) {
            tx.sql(PostgresSql.REOPEN_CALL)
                    .set("run", run)
                    .set("as_before", run != request.runNumber() || request.callDue() == null)
                    .set(request.callDue())
                    .update();
        }
    }

    /** A run of a call that has failed. */
    private record Failed(RunKey key, long run, String step, long visit, PermissionMode mode, boolean isAtCall) {
        static Failed read(ResultSet row, Tx tx) throws SQLException {
            return new Failed(
                    new RunKey(row.getString("namespace"), row.getString("id")),
                    row.getLong("run_number"),
                    row.getString("step"),
                    row.getLong("visit"),
                    PostgresCommands.limit(tx, row),
                    row.getBoolean("is_at_call"));
        }
    }

    /** Writes, and returns null if nothing was written. */
    private interface Update<T> {
        @Nullable T write() throws SQLException;
    }

    private static <T> @Nullable T reopened(ThreadKey thread, Tx tx, RunKey key, long runNumber, Update<T> update)
            throws SQLException {
        UnfinishedRun other = UnfinishedRun.of(thread, tx);
        if (other != null && !other.key().equals(key)) {
            throw thread.goneOn(key, other.key());
        }
        T run;
        try {
            run = update.write();
        } catch (SQLException taken) {
            throw PostgresErrors.inTheWay(taken);
        }
        Last last = run == null ? null : Last.of(thread, tx);
        if (last != null && last.run != runNumber) {
            throw thread.goneOn(key, new RunKey(thread.namespace(), last.id));
        }
        return run;
    }

    private static @Nullable StoredRun update(Tx tx, AcquireRequest request) throws SQLException {
        StoredRun seen = request.seen();
        return PostgresMessages.sql(tx, PostgresSql.ACQUIRE, request.takes())
                .setSeen(seen)
                .set("owner_dead", request.isOwnerDead())
                .set(request.leaseRequest())
                .set(request.checkpoint())
                .setEvents(request.events())
                .first(row -> RowReader.read(row, tx.clock()));
    }

    /** The last run of a thread that has ended; it may be gone. */
    private record Last(long run, String id) {
        static @Nullable Last of(ThreadKey thread, Tx tx) throws SQLException {
            return tx.sql(PostgresSql.LAST_OF_THREAD).set(thread).first(Last::read);
        }

        private static Last read(ResultSet row) throws SQLException {
            return new Last(row.getLong("last_run"), row.getString("last_id"));
        }
    }
}
