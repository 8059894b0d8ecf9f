package io.stepgraph.jdbc;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.NamespaceRuns;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.Owner;
import io.stepgraph.store.OwnerRuns;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoreLoad;
import io.stepgraph.store.StoredCheckpoint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The lists of runs, for both stores. */
public final class ListReader implements RunLists {
    private final ListSql sql;
    private final Database database;

    public ListReader(ListSql sql, Database database) {
        this.sql = sql;
        this.database = database;
    }

    @Override
    public RunPage runs(String namespace, RunQuery query) {
        return read(namespace, query.read()).of(query);
    }

    private RunPage read(String namespace, RunQuery query) {
        return database.read(Subject.namespace(namespace), tx -> {
            List<ListedRun> found = bound(tx.sql(sql.page(query)), namespace, query)
                    .set("limit", query.limit() + 1L)
                    .all(row -> RowReader.listed(row, tx.clock()));
            if (found.size() > query.limit()) {
                return RunPage.of(found, query);
            }
            return new RunPage(found, ListSql.isScan(query) ? scanned(tx, namespace, query) : null);
        });
    }

    /** Returns the cursor of a page that has looked at as many runs as it may; null if there are no more. */
    private @Nullable String scanned(Tx tx, String namespace, RunQuery query) throws SQLException {
        RunCursor last = bound(tx.sql(ListSql.scanned(query)), namespace, query)
                .first(row -> new RunCursor(row.getLong("count"), row.getLong("run_number")));
        return last == null || last.at() < ListSql.SCAN ? null : new RunCursor(0, last.runNumber()).toString();
    }

    private NamedStatement bound(NamedStatement statement, String namespace, RunQuery query) throws SQLException {
        statement.set("namespace", namespace);
        if (statement.has("graph")) {
            statement.set("graph", query.graph());
        }
        if (query.thread() != null) {
            statement.set("thread", query.thread());
        }
        if (statement.has("scan")) {
            statement.set("scan", ListSql.isScan(query) ? ListSql.SCAN : query.limit() + 1L);
        }
        if (query.startedBy() != null) {
            statement.set("started_by", query.startedBy());
        }
        int i = 0;
        for (Map.Entry<String, String> label : query.labels().entrySet()) {
            String letters = ListSql.letters(i);
            statement.set("name_" + letters, label.getKey()).set("value_" + letters, label.getValue());
            i++;
        }
        if (query.from() != null && statement.has("from")) {
            statement.set("from", query.from());
        }
        if (query.until() != null && statement.has("until")) {
            statement.set("until", query.until());
        }
        return at(statement, query.cursor());
    }

    private NamedStatement at(NamedStatement statement, @Nullable RunCursor cursor) throws SQLException {
        if (cursor != null) {
            if (statement.has("at")) {
                statement.set("at", cursor.time());
            }
            statement.set("number", cursor.runNumber());
        }
        return statement;
    }

    @Override
    public @Nullable RunLook look(RunKey key) {
        return database.read(key, tx -> tx.sql(sql.look()).set(key).first(row -> RowReader.look(row, tx.clock())));
    }

    @Override
    public QuestionPage questions(String namespace, @Nullable RunCursor after, int limit) {
        Store.checkLimit(limit);
        return database.read(Subject.namespace(namespace), tx -> {
            List<OpenQuestion> found = at(tx.sql(sql.questions(after == null)), after)
                    .set("namespace", namespace)
                    .set("limit", limit + 1L)
                    .all(row -> RowReader.question(row, tx.clock()));
            return QuestionPage.of(found, limit);
        });
    }

    @Override
    public List<StoredCheckpoint> checkpoints(RunKey run, long runNumber, long after, int limit) {
        Store.checkLimit(limit);
        return database.read(
                Subject.namespace(run.namespace()),
                tx -> tx.sql(ListSql.checkpoints())
                        .set(run, runNumber)
                        .set("after", after)
                        .set("limit", limit)
                        .all(row -> checkpoint(run, row)));
    }

    @Override
    public StoreLoad load(String namespace) {
        return database.read(Subject.namespace(namespace), tx -> {
            List<StoreLoad.RunCount> runs = new ArrayList<>();
            List<Long> ages = new ArrayList<>(List.of(0L));
            List<Long> pastDue = new ArrayList<>();
            RowClock clock = tx.clock();
            tx.sql(sql.countRuns()).set("namespace", namespace).all(row -> {
                Instant wakeAt = time(row, "wake_at");
                ages.add(wakeAt == null ? 0L : clock.now(row) - wakeAt.toEpochMilli());
                pastDue.add(row.getLong("past_due"));
                return runs.add(new StoreLoad.RunCount(
                        row.getString("graph"), Status.valueOf(row.getString("status")), row.getLong("count")));
            });
            ages.addAll(
                    tx.sql(sql.owned()).set("namespace", namespace).all(row -> clock.now(row) - clock.leaseUntil(row)));
            Long inDoubt =
                    tx.sql(ListSql.countInDoubt()).set("namespace", namespace).first(row -> row.getLong("count"));
            return new StoreLoad(
                    runs,
                    Duration.ofMillis(Collections.max(ages)),
                    inDoubt == null ? 0 : inDoubt,
                    pastDue.stream().mapToLong(Long::longValue).sum());
        });
    }

    @Override
    public long count(String namespace, Status status) {
        return database.read(
                Subject.namespace(namespace),
                tx -> Objects.requireNonNull(tx.sql(ListSql.countStatus(status))
                        .set("namespace", namespace)
                        .set("limit", MOST_COUNTED)
                        .first(row -> row.getLong("count"))));
    }

    @Override
    public List<OwnerRuns> owners(String namespace) {
        return database.read(Subject.namespace(namespace), tx -> {
            RowClock clock = tx.clock();
            Map<Owner, OwnerRuns> owners = new LinkedHashMap<>();
            tx.sql(sql.owned())
                    .set("namespace", namespace)
                    .all(row -> new OwnerRuns(
                            RowReader.owner(row),
                            1,
                            Instant.ofEpochMilli(clock.leaseUntil(row)),
                            Instant.ofEpochMilli(clock.now(row))))
                    .forEach(one -> owners.merge(one.owner(), one, OwnerRuns::plus));
            return List.copyOf(owners.values());
        });
    }

    @Override
    public List<NamespaceRuns> namespaces(String after, int limit) {
        Store.checkLimit(limit);
        return database.read(
                Subject.of("The store"),
                tx -> tx.sql(ListSql.namespaces())
                        .set("after", after)
                        .set("most", MOST_COUNTED)
                        .set("limit", limit)
                        .all(row -> new NamespaceRuns(row.getString("namespace"), row.getLong("count"))));
    }

    private static StoredCheckpoint checkpoint(RunKey run, ResultSet row) throws SQLException {
        byte[] ruleState = row.getBytes("rule_state");
        byte[] input = row.getBytes("input");
        byte[] state = row.getBytes("state");
        long visit = row.getLong("visit");
        if (state == null) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The checkpoint of visit " + visit + " of run '" + run
                            + "' has no state. It was left unchanged; restore the database from a backup.");
        }
        return new StoredCheckpoint(
                visit,
                row.getString("step"),
                ruleState == null ? null : new Json(ruleState),
                input == null ? null : new Json(input),
                new Json(state),
                Instant.ofEpochMilli(row.getLong("at")));
    }

    private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }
}
