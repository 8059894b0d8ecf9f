package io.stepgraph.sqlite;

import io.stepgraph.jdbc.JsonArrays;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.sqlite.StoreClock.Moment;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.JsonTexts;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQueue;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The queue: a worker that finds nothing only reads, and so delays no writer. */
final class SqliteQueue implements RunQueue {
    private final SqliteSession session;
    private final SqliteRuns runs;

    SqliteQueue(SqliteSession session, SqliteRuns runs) {
        this.session = session;
        this.runs = runs;
    }

    @Override
    public boolean enqueue(NewRun run, QueueRequest request) {
        return session.write(run.key(), () -> {
            Integer limit = request.maxQueued();
            if (limit != null && session.summary(run.key()) == null) {
                request.checkRoom(run, queued(run, limit));
            }
            Instant dueAt = request.dueAt(Instant.ofEpochMilli(session.now().now()));
            return runs.insert(run, null, dueAt == null ? null : (Long) SqliteRuns.millis(dueAt));
        });
    }

    @Override
    public boolean fork(NewRun run, long source) {
        return session.write(run.key(), () -> {
            if (!runs.insert(run, null, null)) {
                return false;
            }
            session.sql(SqliteSql.INHERIT_ANSWERS)
                    .set(run.key())
                    .set("source", source)
                    .set("visit", run.checkpoint().visit())
                    .update();
            return true;
        });
    }

    private long queued(NewRun run, int limit) throws SQLException {
        Long queued = session.sql(SqliteSql.COUNT_QUEUED)
                .set("graph", run.graph())
                .set("namespace", run.key().namespace())
                .set("limit", limit)
                .first(row -> row.getLong("queued"));
        return Objects.requireNonNull(queued);
    }

    @Override
    public List<ClaimedRun> claim(ClaimRequest request) {
        String subject = "The queue of graph '" + request.graph() + "'";
        List<Long> found = session.read(subject, () -> claimable(request));
        if (found.isEmpty()) {
            return List.of();
        }
        return session.write(
                subject,
                () -> session.now(SqliteSql.CLAIM)
                        .set("runs", JsonArrays.ofNumbers(found))
                        .set("length", request.length())
                        .all(RowReader::claimed));
    }

    @Override
    public void unclaim(List<RunKey> claimed) {
        session.write("The store", () -> {
            for (RunKey run : claimed) {
                session.sql(SqliteSql.UNCLAIM).set(run).update();
            }
            return true;
        });
    }

    private List<Long> claimable(ClaimRequest request) throws SQLException {
        Moment now = session.now();
        Set<String> dead = request.deadRunners();
        List<Long> over = new ArrayList<>();
        if (dead != null) {
            now.set(session.sql(SqliteSql.LEASED_ELSEWHERE))
                    .set("graph", request.graph())
                    .all(row -> now.leaseUntil(row) <= now.now() && over.add(row.getLong("run_number")));
        }
        return now.set(session.sql(SqliteSql.CLAIMABLE))
                .set("over", JsonArrays.ofNumbers(over))
                .set("steps", JsonTexts.array(request.steps()))
                .set("graph", request.graph())
                .set("namespaces", request.namespaces().isEmpty() ? null : JsonTexts.array(request.namespaces()))
                .set("modes", JsonTexts.array(ClaimRequest.modesUpTo(request.maxMode())))
                .set("max_crashes", request.maxCrashes())
                .set("takes_over", dead != null)
                .set("dead", JsonTexts.array(dead == null ? Set.of() : dead))
                .set("refused", JsonTexts.array(request.refusals()))
                .set("length", request.length())
                .set("limit", request.limit())
                .all(row -> row.getLong("run_number"));
    }

    @Override
    public List<Owner> owners() {
        return session.read("The store", () -> session.sql(SqliteSql.OWNERS).all(RowReader::owner));
    }

    @Override
    public void forgiveCrashes(Owner owner, int crashes) {
        session.write(
                "The store",
                () -> session.sql(SqliteSql.FORGIVE_CRASHES)
                        .set("runner", owner.runner())
                        .set("crashes", crashes)
                        .update());
    }
}
