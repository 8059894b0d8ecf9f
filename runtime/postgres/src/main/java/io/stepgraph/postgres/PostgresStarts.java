package io.stepgraph.postgres;

import io.stepgraph.jdbc.RowReader;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Starts runs. One without a thread takes one round trip. One in a thread is inserted first, which waits until no other run
 * of the thread is unfinished, and then given what the last one has left: asked before, that could be too old.
 */
final class PostgresStarts {
    private final PostgresSession session;

    PostgresStarts(PostgresSession session) {
        this.session = session;
    }

    @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return store(run, leaseRequest, null);
    }

    /** Stores a run without an owner; false if there is one of this key. */
    boolean enqueue(NewRun run, QueueRequest request) {
        return store(run, null, request) != null;
    }

    /** Stores a fork without an owner; false if there is a run of this key. */
    boolean fork(NewRun run, long source) {
        return session.transaction(run.key(), sql -> {
            StoredRun stored = insert(sql, run, null, null);
            if (stored == null) {
                return false;
            }
            sql.of(PostgresSql.INHERIT_ANSWERS)
                    .set(run.key(), stored.runNumber())
                    .set("source", source)
                    .set("visit", run.checkpoint().visit())
                    .update();
            return true;
        });
    }

    private @Nullable StoredRun store(
            NewRun run, @Nullable LeaseRequest leaseRequest, @Nullable QueueRequest queueRequest) {
        ThreadKey thread = run.thread() == null ? null : new ThreadKey(run.key().namespace(), run.thread());
        boolean hasLimit = queueRequest != null && queueRequest.maxQueued() != null;
        if (thread == null && !hasLimit) {
            return session.call(run.key(), sql -> insert(sql, run, leaseRequest, queueRequest));
        }
        while (true) {
            StoredRun stored =
                    session.transaction(run.key(), sql -> storeIn(thread, sql, run, leaseRequest, queueRequest));
            if (stored != null || thread == null || isThere(run.key())) {
                return stored;
            }
            checkFree(thread, run.key());
        }
    }

    private @Nullable StoredRun storeIn(
            @Nullable ThreadKey thread,
            PostgresSession.Sql sql,
            NewRun run,
            @Nullable LeaseRequest leaseRequest,
            @Nullable QueueRequest queueRequest)
            throws SQLException {
        if (queueRequest != null) {
            checkRoom(sql, run, queueRequest);
        }
        StoredRun stored = insert(sql, run, leaseRequest, queueRequest);
        if (stored == null || thread == null) {
            return stored;
        }
        String graph =
                sql.of(PostgresSql.INHERIT_STATE).set("run", stored.runNumber()).first(row -> row.getString("graph"));
        if (graph == null) {
            return stored;
        }
        if (!graph.equals(run.graph())) {
            throw thread.wrongGraph(graph, run.graph());
        }
        return sql.read(run.key());
    }

    /**
     * A run that exists is never refused: the caller learns that it is there. In a transaction of the program nothing is locked,
     * since that would make all other starts wait for its end.
     */
    private void checkRoom(PostgresSession.Sql sql, NewRun run, QueueRequest request) throws SQLException {
        Integer limit = request.maxQueued();
        if (limit == null) {
            return;
        }
        if (!session.isJoined()) {
            sql.of(PostgresSql.LOCK_QUEUE)
                    .set("queue", run.key().namespace() + '/' + run.graph())
                    .any();
        }
        Long queued = sql.of(PostgresSql.COUNT_QUEUED)
                .set("graph", run.graph())
                .set("namespace", run.key().namespace())
                .set("limit", limit)
                .first(row -> row.getLong("queued"));
        if (sql.read(run.key()) == null) {
            request.checkRoom(run, queued == null ? 0 : queued);
        }
    }

    private static @Nullable StoredRun insert(
            PostgresSession.Sql sql,
            NewRun run,
            @Nullable LeaseRequest leaseRequest,
            @Nullable QueueRequest queueRequest)
            throws SQLException {
        return sql.of(PostgresSql.START)
                .set(run)
                .set(leaseRequest)
                .set("start", run.start())
                .set("state", run.state())
                .setTime("start_at", queueRequest == null ? null : queueRequest.startAt())
                .set("start_after", queueRequest == null ? null : queueRequest.startAfter())
                .first(RowReader::read);
    }

    private boolean isThere(RunKey key) {
        return session.call(
                key, sql -> sql.of(PostgresSql.FIND_SUMMARY).set(key).any());
    }

    private void checkFree(ThreadKey thread, RunKey key) {
        session.call(key, sql -> {
            UnfinishedRun other = UnfinishedRun.of(thread, sql);
            if (other != null) {
                throw thread.busy(other.key(), other.status());
            }
            return null;
        });
    }
}
