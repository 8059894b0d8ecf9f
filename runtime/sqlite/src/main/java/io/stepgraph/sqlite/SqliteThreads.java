package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Logs;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.jdbc.UnfinishedRun;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversations: the state that a run leaves to the next one, and the rule that only one is unfinished (L2, I8). */
final class SqliteThreads {
    private SqliteThreads() {}

    private record Later(String thread, @Nullable String id) {}

    /** The state that a new run finds in its thread; null if it is the first run. */
    static @Nullable StoredThread enter(Tx tx, NewRun run) throws SQLException {
        if (run.thread() == null) {
            return null;
        }
        ThreadKey key = new ThreadKey(run.key().namespace(), run.thread());
        UnfinishedRun other = UnfinishedRun.of(key, tx);
        if (other != null) {
            throw key.busy(other.key(), other.status());
        }
        StoredThread left = Logs.thread(tx, key);
        if (left != null && !left.graph().equals(run.graph())) {
            throw key.wrongGraph(left.graph(), run.graph());
        }
        if (left != null && run.isStateGiven()) {
            throw key.hasState(run.key());
        }
        return left;
    }

    /**
     * Refuses to open a failed run again if its thread has had another run since.
     *
     * @param revision the revision that the run has to have, else it is not looked at; null for any
     */
    static void checkReopened(Tx tx, RunKey key, long run, @Nullable Long revision) throws SQLException {
        Later later = tx.sql(SqliteSql.LATER_IN_THREAD)
                .set(key, run)
                .set("revision", revision)
                .first(row -> new Later(row.getString("thread"), row.getString("later")));
        if (later != null) {
            throw new ThreadKey(key.namespace(), later.thread)
                    .goneOn(key, later.id == null ? null : new RunKey(key.namespace(), later.id));
        }
    }

    /** Lets a run that has ended leave its state, and forget what it may not keep. */
    static void leave(Tx tx, RunKey key, long run) throws SQLException {
        for (String statement : List.of(SqliteSql.LEAVE_THREAD, SqliteSql.DROP_STATE, SqliteSql.DROP_START)) {
            tx.sql(statement).set(key, run).update();
        }
    }
}
