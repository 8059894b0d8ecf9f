package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.JsonArrays;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Questions;
import io.stepgraph.jdbc.RowClock;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunQueue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The queue: a worker that finds nothing only reads, and so delays no writer. */
final class SqliteQueue implements RunQueue {
    private final SqliteSession session;

    SqliteQueue(SqliteSession session) {
        this.session = session;
    }

    @Override
    public boolean enqueue(NewRun run, QueueRequest request) {
        return session.write(run.key(), tx -> {
            Integer limit = request.maxQueued();
            if (limit != null && tx.summary(run.key()) == null) {
                request.checkRoom(run, queued(tx, run, limit));
            }
            return SqliteRuns.insert(tx, run, null, request);
        });
    }

    @Override
    public boolean fork(NewRun run, long source) {
        return session.write(run.key(), tx -> {
            if (!SqliteRuns.insert(tx, run, null, null)) {
                return false;
            }
            Questions.inherit(tx, run, source);
            return true;
        });
    }

    private static long queued(Tx tx, NewRun run, int limit) throws SQLException {
        Long queued = tx.sql(SqliteSql.COUNT_QUEUED)
                .set("graph", run.graph())
                .set("namespace", run.key().namespace())
                .set("limit", limit)
                .first(row -> row.getLong("queued"));
        return Objects.requireNonNull(queued);
    }

    @Override
    public List<ClaimedRun> claim(ClaimRequest request) {
        Subject subject = Subject.of("The queue of graph '" + request.graph() + "'");
        List<Long> found = session.read(subject, tx -> claimable(tx, request));
        if (found.isEmpty()) {
            return List.of();
        }
        return session.write(
                subject,
                tx -> tx.sql(SqliteSql.CLAIM)
                        .set("runs", JsonArrays.ofNumbers(found))
                        .set("length", request.length())
                        .all(RowReader::claimed));
    }

    @Override
    public void unclaim(List<RunKey> claimed) {
        session.write(Subject.of("The store"), tx -> {
            for (RunKey run : claimed) {
                tx.sql(SqliteSql.UNCLAIM).set(run).update();
            }
            return true;
        });
    }

    private static List<Long> claimable(Tx tx, ClaimRequest request) throws SQLException {
        RowClock clock = tx.clock();
        List<Long> over = new ArrayList<>();
        if (request.deadRunners() != null) {
            tx.sql(SqliteSql.LEASED_ELSEWHERE)
                    .set("graph", request.graph())
                    .all(row -> clock.leaseUntil(row) <= clock.now(row) && over.add(row.getLong("run_number")));
        }
        NamedStatement claimable = request.root() == null
                ? tx.sql(SqliteSql.CLAIMABLE)
                : tx.sql(SqliteSql.CLAIMABLE_OF_ROOT).set("root", (long) request.root());
        return claimable
                .set(request)
                .set("over", JsonArrays.ofNumbers(over))
                .set("limit", request.limit())
                .all(row -> row.getLong("run_number"));
    }

    @Override
    public List<Owner> owners() {
        return session.read(
                Subject.of("The store"), tx -> tx.sql(SqliteSql.OWNERS).all(RowReader::owner));
    }

    @Override
    public void forgiveCrashes(Owner owner, int crashes) {
        session.write(
                Subject.of("The store"),
                tx -> tx.sql(SqliteSql.FORGIVE_CRASHES)
                        .set("runner", owner.runner())
                        .set("crashes", crashes)
                        .update());
    }
}
