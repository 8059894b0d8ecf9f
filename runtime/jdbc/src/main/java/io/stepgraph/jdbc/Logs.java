package io.stepgraph.jdbc;

import io.stepgraph.jdbc.Database.Subject;
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

/** The logs and the questions of runs, the states of threads, and the graphs, for both stores. */
public final class Logs implements LogStore {
    private static final String FIND_QUESTIONS = """
            select i.visit, i.interrupt, i.answered_by, i.inherited_from, i.question, i.answer_schema, i.answer,
                   stepgraph.millis(i.asked_at) as asked_at, stepgraph.millis(i.answered_at) as answered_at
              from stepgraph.interrupts i
              join stepgraph.runs r on r.run_number = i.run
             where r.namespace = :namespace and r.id = :id
             order by i.visit
            """;

    private static final String FIND_THREAD =
            "select graph, last_run, state from stepgraph.threads where namespace = :namespace and thread = :thread";

    private static final String SAVE_GRAPH = """
            insert into stepgraph.graphs as g (graph, fingerprint, json)
            select :graph, :fingerprint, convert_from(:json, 'UTF8') where stepgraph.safely()
                on conflict (graph, fingerprint) do update set json = excluded.json where g.json <> excluded.json
            """;

    private static final String FIND_GRAPH =
            "select json from stepgraph.graphs where graph = :graph and fingerprint = :fingerprint";

    private final Database database;
    private final String findEvents;

    /**
     * The logs of a store.
     *
     * @param findEvents the statement that reads a part of a log: its batches, or one row without a batch; in each row
     *     stands what the run says of its log
     */
    public Logs(Database database, String findEvents) {
        this.database = database;
        this.findEvents = findEvents;
    }

    /** A batch of a run's log, or none, beside what the run says of its log. */
    private record Line(long run, boolean isEnded, long lastEvent, EventLog.@Nullable Batch batch) {
        static Line read(ResultSet row) throws SQLException {
            return new Line(row.getLong("run_number"), row.getBoolean("ended"), row.getLong("last_event"), batch(row));
        }

        private static EventLog.@Nullable Batch batch(ResultSet row) throws SQLException {
            byte[] events = row.getBytes("events");
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
        return database.read(key, tx -> {
            List<Line> lines = tx.sql(findEvents)
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
        return database.read(
                Subject.of("Thread '" + key + "' in namespace '" + key.namespace() + "'"), tx -> thread(tx, key));
    }

    /** Reads the state that the last ended run of a thread left; returns null if none has ended. */
    public static @Nullable StoredThread thread(Tx tx, ThreadKey key) throws SQLException {
        return tx.sql(FIND_THREAD)
                .set(key)
                .first(row -> new StoredThread(
                        row.getString("graph"), new Json(row.getBytes("state")), row.getLong("last_run")));
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return database.read(key, tx -> tx.sql(FIND_QUESTIONS).set(key).all(Questions::read));
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        database.write(
                Subject.of("Graph '" + graph.name() + "'"),
                tx -> tx.sql(SAVE_GRAPH)
                        .set("graph", graph.name())
                        .set("fingerprint", graph.fingerprint())
                        .set("json", graph.json())
                        .update());
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return database.read(
                Subject.of("Graph '" + name + "'"),
                tx -> tx.sql(FIND_GRAPH)
                        .set("graph", name)
                        .set("fingerprint", fingerprint)
                        .first(row -> new Json(row.getBytes("json"))));
    }
}
