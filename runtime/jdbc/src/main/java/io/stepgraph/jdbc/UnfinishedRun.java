package io.stepgraph.jdbc;

import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.ThreadKey;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The run that keeps a thread busy; there is one at most (L2). */
public record UnfinishedRun(RunKey key, Status status) {
    private static final String FIND = """
            select id, status
              from stepgraph.runs
             where namespace = :namespace and thread = :thread and status in ('QUEUED', 'RUNNING', 'WAITING')
            """;

    /** Finds it; returns null if the thread is free. */
    public static @Nullable UnfinishedRun of(ThreadKey thread, Tx tx) throws SQLException {
        return tx.sql(FIND)
                .set(thread)
                .first(row -> new UnfinishedRun(
                        new RunKey(thread.namespace(), row.getString("id")), Status.valueOf(row.getString("status"))));
    }
}
