package io.stepgraph.postgres;

import io.stepgraph.jdbc.RowReader;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Makes runs an owner's, in one round trip. Only one that has failed can have been left behind by its thread. It is opened
 * before the thread is looked at: from then on no other run of the thread can start, and those that have ended are seen.
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
            return session.call(seen.key(), sql -> update(sql, request));
        }
        ThreadKey thread = new ThreadKey(seen.key().namespace(), seen.thread());
        return session.transaction(seen.key(), sql -> reopen(thread, sql, request));
    }

    private static @Nullable StoredRun reopen(ThreadKey thread, PostgresSession.Sql sql, AcquireRequest request)
            throws SQLException {
        RunKey key = request.seen().key();
        StoredRun now = sql.read(key);
        if (now == null || !request.seen().isAs(now)) {
            return null;
        }
        return reopened(thread, sql, key, request.seen().runNumber(), () -> update(sql, request));
    }

    /** Opens a failed run again for whatever runner continues it. */
    boolean reopen(ReopenRequest request) {
        RunKey key = request.key();
        if (request.thread() == null) {
            return session.call(key, sql -> update(sql, request)) != null;
        }
        ThreadKey thread = new ThreadKey(key.namespace(), request.thread());
        return session.transaction(
                        key, sql -> reopened(thread, sql, key, request.runNumber(), () -> update(sql, request)))
                != null;
    }

    /** Writes, and returns null if nothing was written. */
    private interface Update<T> {
        @Nullable T write() throws SQLException;
    }

    private static <T> @Nullable T reopened(
            ThreadKey thread, PostgresSession.Sql sql, RunKey key, long runNumber, Update<T> update)
            throws SQLException {
        UnfinishedRun other = UnfinishedRun.of(thread, sql);
        if (other != null && !other.key().equals(key)) {
            throw thread.goneOn(key, other.key());
        }
        T run;
        try {
            run = update.write();
        } catch (SQLException taken) {
            throw PostgresErrors.inTheWay(taken);
        }
        Last last = run == null ? null : Last.of(thread, sql);
        if (last != null && last.run != runNumber) {
            throw thread.goneOn(key, new RunKey(thread.namespace(), last.id));
        }
        return run;
    }

    private static @Nullable Long update(PostgresSession.Sql sql, ReopenRequest request) throws SQLException {
        return sql.of(PostgresSql.REOPEN)
                .set(request.key(), request.runNumber())
                .set("visit", request.visit())
                .setEvents(request.events())
                .first(row -> row.getLong("run_number"));
    }

    private static @Nullable StoredRun update(PostgresSession.Sql sql, AcquireRequest request) throws SQLException {
        StoredRun seen = request.seen();
        return sql.of(PostgresSql.ACQUIRE)
                .setSeen(seen)
                .set("owner_dead", request.isOwnerDead())
                .set(request.leaseRequest())
                .set(request.checkpoint())
                .setEvents(request.events())
                .first(RowReader::read);
    }

    /** The last run of a thread that has ended; it may be gone. */
    private record Last(long run, String id) {
        static @Nullable Last of(ThreadKey thread, PostgresSession.Sql sql) throws SQLException {
            return sql.of(PostgresSql.FIND_THREAD)
                    .set("namespace", thread.namespace())
                    .set("thread", thread.id())
                    .first(Last::read);
        }

        private static Last read(ResultSet row) throws SQLException {
            return new Last(row.getLong("last_run"), row.getString("last_id"));
        }
    }
}
