package io.stepgraph.postgres;

import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.jdbc.UnfinishedRun;
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

    /** Opens a failed run again for whatever runner continues it. */
    boolean reopen(ReopenRequest request) {
        RunKey key = request.key();
        if (request.thread() == null) {
            return session.call(key, tx -> update(tx, request)) != null;
        }
        ThreadKey thread = new ThreadKey(key.namespace(), request.thread());
        return session.write(key, tx -> reopened(thread, tx, key, request.runNumber(), () -> update(tx, request)))
                != null;
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

    private static @Nullable Long update(Tx tx, ReopenRequest request) throws SQLException {
        return tx.sql(PostgresSql.REOPEN)
                .set(request.key(), request.runNumber())
                .set("visit", request.visit())
                .setEvents(request.events())
                .first(row -> row.getLong("run_number"));
    }

    private static @Nullable StoredRun update(Tx tx, AcquireRequest request) throws SQLException {
        StoredRun seen = request.seen();
        return tx.sql(PostgresSql.ACQUIRE)
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
