package io.stepgraph.postgres;

import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.ThreadKey;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The run that keeps a thread busy; there is one at most (L2). */
record UnfinishedRun(RunKey key, Status status) {

    static @Nullable UnfinishedRun of(ThreadKey thread, PostgresSession.Sql sql) throws SQLException {
        return sql.of(PostgresSql.UNFINISHED_RUN_OF_THREAD)
                .set("namespace", thread.namespace())
                .set("thread", thread.id())
                .first(row -> new UnfinishedRun(
                        new RunKey(thread.namespace(), row.getString("id")), Status.valueOf(row.getString("status"))));
    }
}
