package io.stepgraph.postgres;

import io.stepgraph.jdbc.QuestionReader;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.LogStore;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the logs and the questions of runs and the states of threads; saves and reads graphs. */
final class PostgresLogs implements LogStore {
    private final PostgresSession session;

    PostgresLogs(PostgresSession session) {
        this.session = session;
    }

    /** A batch of a run's log, or none, beside what the run says of its log. */
    private record Line(long run, boolean isEnded, long lastEvent, EventLog.@Nullable Batch batch) {
        static Line read(ResultSet row) throws SQLException {
            return new Line(row.getLong("run_number"), row.getBoolean("ended"), row.getLong("last_event"), batch(row));
        }

        private static EventLog.@Nullable Batch batch(ResultSet row) throws SQLException {
            byte[] events = row.getBytes("events_json");
            return events == null
                    ? null
                    : new EventLog.Batch(
                            row.getLong("last"),
                            row.getInt("count"),
                            Instant.ofEpochMilli(row.getLong("at")),
                            new Json(events));
        }
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        Store.checkLimit(batches);
        return session.call(key, sql -> {
            List<Line> lines = sql.of(PostgresSql.FIND_EVENTS)
                    .set(key)
                    .set("after", after)
                    .set("batches", batches)
                    .all(Line::read);
            return lines.isEmpty() ? null : log(lines, after);
        });
    }

    private static EventLog log(List<Line> lines, long after) {
        Line last = lines.get(lines.size() - 1);
        long reached = last.batch == null ? after : last.batch.last();
        return new EventLog(
                last.run,
                last.isEnded && reached >= last.lastEvent,
                lines.stream()
                        .flatMap(line -> line.batch == null ? Stream.empty() : Stream.of(line.batch))
                        .toList());
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return session.call(
                "Thread '" + key + "' in namespace '" + key.namespace() + "'",
                sql -> sql.of(PostgresSql.FIND_THREAD)
                        .set("namespace", key.namespace())
                        .set("thread", key.id())
                        .first(row -> new StoredThread(
                                row.getString("graph"),
                                new Json(row.getBytes("state_json")),
                                row.getLong("last_run"))));
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return session.call(
                key, sql -> sql.of(PostgresSql.FIND_QUESTIONS).set(key).all(QuestionReader::read));
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        session.call(
                "Graph '" + graph.name() + "'",
                sql -> sql.of(PostgresSql.SAVE_GRAPH)
                        .set("graph", graph.name())
                        .set("fingerprint", graph.fingerprint())
                        .set("json", graph.json())
                        .any());
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return session.call(
                "Graph '" + name + "'",
                sql -> sql.of(PostgresSql.FIND_GRAPH)
                        .set("graph", name)
                        .set("fingerprint", fingerprint)
                        .first(row -> new Json(row.getBytes("json"))));
    }
}
