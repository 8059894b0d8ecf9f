package io.stepgraph.postgres;

import io.stepgraph.jdbc.Questions;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.jdbc.UnfinishedRun;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.ThreadKey;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Starts runs. One without a thread takes one round trip. One in a thread is inserted first, which waits until no other
 * run of the thread is unfinished, and then given what the last one has left: asked before, that could be too old.
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
        return session.write(run.key(), tx -> {
            StoredRun stored = insert(tx, run, null, null);
            if (stored == null) {
                return false;
            }
            Questions.inherit(tx, run, source);
            return true;
        });
    }

    private @Nullable StoredRun store(
            NewRun run, @Nullable LeaseRequest leaseRequest, @Nullable QueueRequest queueRequest) {
        ThreadKey thread = run.thread() == null ? null : new ThreadKey(run.key().namespace(), run.thread());
        boolean hasLimit = queueRequest != null && queueRequest.maxQueued() != null;
        if (thread == null && !hasLimit) {
            return session.call(run.key(), tx -> insert(tx, run, leaseRequest, queueRequest));
        }
        while (true) {
            StoredRun stored = session.write(run.key(), tx -> storeIn(thread, tx, run, leaseRequest, queueRequest));
            if (stored != null || thread == null || isThere(run.key())) {
                return stored;
            }
            checkFree(thread, run.key());
        }
    }

    private @Nullable StoredRun storeIn(
            @Nullable ThreadKey thread,
            Tx tx,
            NewRun run,
            @Nullable LeaseRequest leaseRequest,
            @Nullable QueueRequest queueRequest)
            throws SQLException {
        if (queueRequest != null) {
            checkRoom(tx, run, queueRequest);
        }
        StoredRun stored = insert(tx, run, leaseRequest, queueRequest);
        if (stored == null || thread == null) {
            return stored;
        }
        String graph =
                tx.sql(PostgresSql.INHERIT_STATE).set("run", stored.runNumber()).first(row -> row.getString("graph"));
        if (graph == null) {
            return stored;
        }
        if (!graph.equals(run.graph())) {
            throw thread.wrongGraph(graph, run.graph());
        }
        if (run.isStateGiven()) {
            throw thread.hasState(run.key());
        }
        return tx.find(run.key());
    }

    /**
     * A run that exists is never refused: the caller learns that it is there. In a transaction of the program nothing
     * is locked, since that would make all other starts wait for its end.
     */
    private void checkRoom(Tx tx, NewRun run, QueueRequest request) throws SQLException {
        Integer limit = request.maxQueued();
        if (limit == null) {
            return;
        }
        if (!session.isJoined()) {
            tx.sql(PostgresSql.LOCK_QUEUE)
                    .set("queue", run.key().namespace() + '/' + run.graph())
                    .any();
        }
        Long queued = tx.sql(PostgresSql.COUNT_QUEUED)
                .set("graph", run.graph())
                .set("namespace", run.key().namespace())
                .set("limit", limit)
                .first(row -> row.getLong("queued"));
        if (tx.find(run.key()) == null) {
            request.checkRoom(run, queued == null ? 0 : queued);
        }
    }

    private static @Nullable StoredRun insert(
            Tx tx, NewRun run, @Nullable LeaseRequest leaseRequest, @Nullable QueueRequest queueRequest)
            throws SQLException {
        return tx.sql(PostgresSql.START)
                .set(run)
                .set(leaseRequest)
                .set("start", run.start())
                .set("state", run.state())
                .setQueue(queueRequest)
                .first(row -> RowReader.read(row, tx.clock()));
    }

    private boolean isThere(RunKey key) {
        return session.call(key, tx -> tx.summary(key)) != null;
    }

    private void checkFree(ThreadKey thread, RunKey key) {
        session.call(key, tx -> {
            UnfinishedRun other = UnfinishedRun.of(thread, tx);
            if (other != null) {
                throw thread.busy(other.key(), other.status());
            }
            return null;
        });
    }
}
