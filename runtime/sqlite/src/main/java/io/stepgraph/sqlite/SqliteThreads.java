package io.stepgraph.sqlite;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Conversations: the state that a run leaves to the next one, and the rule that only one is unfinished (L2, I8). */
final class SqliteThreads {
    private final SqliteSession session;

    SqliteThreads(SqliteSession session) {
        this.session = session;
    }

    private record Unfinished(RunKey run, Status status) {}

    private record Later(String thread, @Nullable String id) {}

    /** The state that a new run finds in its thread; null if it is the first run. To be used within a task. */
    @Nullable StoredThread enter(NewRun run) throws SQLException {
        String thread = run.thread();
        if (thread == null) {
            return null;
        }
        ThreadKey key = new ThreadKey(run.key().namespace(), thread);
        Unfinished other = session.sql(SqliteSql.UNFINISHED_IN_THREAD)
                .set("namespace", key.namespace())
                .set("thread", key.id())
                .first(row -> new Unfinished(
                        new RunKey(row.getString("namespace"), row.getString("id")),
                        Status.valueOf(row.getString("status"))));
        if (other != null) {
            throw key.busy(other.run, other.status);
        }
        StoredThread left = left(key);
        if (left != null && !left.graph().equals(run.graph())) {
            throw key.wrongGraph(left.graph(), run.graph());
        }
        return left;
    }

    /**
     * Refuses to open a failed run again if its thread has had another run since. To be used within a task.
     *
     * @param revision the revision that the run has to have, else it is not looked at; null for any
     */
    void checkReopened(RunKey key, long run, @Nullable Long revision) throws SQLException {
        Later later = session.sql(SqliteSql.LATER_IN_THREAD)
                .set(key, run)
                .set("revision", revision)
                .first(row -> new Later(row.getString("thread"), row.getString("later")));
        if (later != null) {
            throw new ThreadKey(key.namespace(), later.thread)
                    .goneOn(key, later.id == null ? null : new RunKey(key.namespace(), later.id));
        }
    }

    /** Lets a run that has ended leave its state, and forget what it may not keep. To be used within a task. */
    void leave(RunKey key, long run) throws SQLException {
        session.sql(SqliteSql.LEAVE_THREAD).set(key, run).update();
        session.sql(SqliteSql.DROP_STATE).set(key, run).update();
        session.sql(SqliteSql.DROP_START).set(key, run).update();
    }

    /** The state that the last ended run of a thread has left; null if none has ended. To be used within a task. */
    @Nullable StoredThread left(ThreadKey key) throws SQLException {
        return session.sql(SqliteSql.FIND_THREAD)
                .set("namespace", key.namespace())
                .set("thread", key.id())
                .first(row -> new StoredThread(
                        row.getString("graph"), new Json(row.getBytes("state_json")), row.getLong("last_run")));
    }
}
