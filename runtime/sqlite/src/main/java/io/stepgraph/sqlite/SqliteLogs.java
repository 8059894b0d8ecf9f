package io.stepgraph.sqlite;

import io.stepgraph.jdbc.QuestionReader;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.LogStore;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredGraph;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the events of runs in the transactions of their changes, and reads them (V1, V4); also the graphs of the runs. */
final class SqliteLogs implements LogStore {
    /** The missing part of a damaged batch: its reader finds no events in it. */
    private static final Json NOTHING = Json.of("null");

    private final SqliteSession session;
    private final SqliteThreads threads;

    SqliteLogs(SqliteSession session, SqliteThreads threads) {
        this.session = session;
        this.threads = threads;
    }

    /** Tells what no other statement of the task does. */
    void add(RunKey key, long run, Json event) throws SQLException {
        session.now(SqliteSql.ADD_EVENTS)
                .set(key, run)
                .setEvents(List.of(event))
                .update();
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        Store.checkLimit(batches);
        return session.read(key, () -> {
            RunHeader run = session.summary(key);
            if (run == null) {
                return null;
            }
            List<EventLog.Batch> following = session.sql(SqliteSql.FIND_EVENTS)
                    .set(key, run.runNumber())
                    .set("after", after)
                    .set("limit", batches)
                    .all(SqliteLogs::batch);
            long reached = following.isEmpty()
                    ? after
                    : following.get(following.size() - 1).last();
            // More than it had: it has been opened again meanwhile.
            boolean isAll = following.isEmpty() ? reached >= run.lastEvent() : reached == run.lastEvent();
            return new EventLog(run.runNumber(), run.status().isEnd() && isAll, following);
        });
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return session.read(
                key, () -> session.sql(SqliteSql.FIND_QUESTIONS).set(key).all(QuestionReader::read));
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return session.read("Thread '" + key + "'", () -> threads.left(key));
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        session.write(
                "Graph '" + graph.name() + "'",
                () -> session.sql(SqliteSql.SAVE_GRAPH)
                        .set("graph", graph.name())
                        .set("fingerprint", graph.fingerprint())
                        .set("json", graph.json())
                        .update());
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return session.read(
                "Graph '" + name + "'",
                () -> session.sql(SqliteSql.FIND_GRAPH)
                        .set("graph", name)
                        .set("fingerprint", fingerprint)
                        .first(row -> new Json(row.getBytes("json"))));
    }

    private static EventLog.Batch batch(ResultSet row) throws SQLException {
        byte[] events = row.getBytes("events_json");
        return new EventLog.Batch(
                row.getLong("last"),
                row.getInt("count"),
                Instant.ofEpochMilli(row.getLong("at")),
                events == null ? NOTHING : new Json(events));
    }
}
