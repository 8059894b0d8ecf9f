package io.stepgraph.postgres;

import io.stepgraph.engine.store.LeaseRequest;
import io.stepgraph.engine.store.NewRun;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.ThreadKey;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.RowReader;
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

    @Nullable RunRecord start(NewRun run, LeaseRequest leaseRequest) {
        ThreadKey thread = run.thread() == null ? null : new ThreadKey(run.key().namespace(), run.thread());
        if (thread == null) {
            return session.call(run.key(), sql -> insert(sql, run, leaseRequest));
        }
        while (true) {
            RunRecord started = session.transaction(run.key(), sql -> startIn(thread, sql, run, leaseRequest));
            if (started != null || isThere(run.key())) {
                return started;
            }
            checkFree(thread, run.key());
        }
    }

    private static @Nullable RunRecord startIn(
            ThreadKey thread, PostgresSession.Sql sql, NewRun run, LeaseRequest leaseRequest) throws SQLException {
        RunRecord started = insert(sql, run, leaseRequest);
        if (started == null) {
            return null;
        }
        String graph;
        try (NamedStatement inherit = sql.of(PostgresSql.INHERIT_STATE)) {
            graph = inherit.set("run", started.runNumber()).first(row -> row.getString("graph"));
        }
        if (graph == null) {
            return started;
        }
        if (!graph.equals(run.graph())) {
            throw thread.wrongGraph(graph, run.graph());
        }
        return sql.read(run.key());
    }

    private static @Nullable RunRecord insert(PostgresSession.Sql sql, NewRun run, LeaseRequest leaseRequest)
            throws SQLException {
        try (NamedStatement start = sql.of(PostgresSql.START)) {
            return start.set(run.key())
                    .set("graph", run.graph())
                    .set("fingerprint", run.fingerprint())
                    .set("mode", run.mode().name())
                    .set("thread", run.thread())
                    .set("time_limit", run.deadline())
                    .set("retention", run.retention().name())
                    .set("digest", run.start().digest())
                    .set("start", run.start().document())
                    .set(leaseRequest)
                    .set(run.checkpoint())
                    .set("state", run.state())
                    .setEvents(run.events())
                    .first(RowReader::read);
        }
    }

    private boolean isThere(RunKey key) {
        return Boolean.TRUE.equals(session.call(key, sql -> {
            try (NamedStatement summary = sql.of(PostgresSql.FIND_SUMMARY)) {
                return summary.set(key).any();
            }
        }));
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
