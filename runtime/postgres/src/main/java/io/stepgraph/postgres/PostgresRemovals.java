package io.stepgraph.postgres;

import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Removes runs that have ended, with all that belongs to them. */
final class PostgresRemovals implements RunRemovals {
    private final PostgresSession session;
    private final PostgresEffects effects;
    private final Hints hints;

    PostgresRemovals(PostgresSession session, PostgresEffects effects, Hints hints) {
        this.session = session;
        this.effects = effects;
        this.hints = hints;
    }

    @Override
    public boolean delete(RunKey key) {
        List<Long> gone = session.transaction(key, sql -> {
            Long run = sql.of(PostgresSql.LOCK_ENDED).set(key).first(row -> row.getLong("run_number"));
            if (run == null) {
                return List.of();
            }
            key.checkNoneInDoubt(effects.find(sql, key, PostgresSql.FIND_RUN_IN_DOUBT));
            return withEvents(sql, sql.of(PostgresSql.DELETE).set("run", run).all(row -> row.getLong("run_number")));
        });
        hints.changed(key);
        return !Objects.requireNonNull(gone).isEmpty();
    }

    @Override
    public int prune(String namespace, Status status, Instant endedBefore, int limit) {
        RunRemovals.checkPrunable(status, limit);
        List<Long> gone = session.transaction(
                "Namespace '" + namespace + "'",
                sql -> withEvents(
                        sql,
                        sql.of(PostgresSql.PRUNE)
                                .set("namespace", namespace)
                                .set("status", status.name())
                                .set("ended_before", endedBefore)
                                .set("limit", limit)
                                .all(row -> row.getLong("run_number"))));
        return Objects.requireNonNull(gone).size();
    }

    @Override
    public int countPrunable(String namespace, Status status, Instant endedBefore, int limit) {
        RunRemovals.checkPrunable(status, limit);
        return session.call(
                "Namespace '" + namespace + "'",
                sql -> sql.of(PostgresSql.COUNT_PRUNABLE)
                        .set("namespace", namespace)
                        .set("status", status.name())
                        .set("ended_before", endedBefore)
                        .set("limit", limit)
                        .first(row -> row.getInt("count")));
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        Store.checkLimit(limit);
        List<Long> gone = session.transaction(
                "Namespace '" + namespace + "'",
                sql -> withEvents(
                        sql,
                        sql.of(PostgresSql.DELETE_MARKED)
                                .set("namespace", namespace)
                                .set("age", age)
                                .set("runner", by == null ? null : by.runner())
                                .set("limit", limit)
                                .all(row -> row.getLong("run_number"))));
        return Objects.requireNonNull(gone).size();
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        Store.checkLimit(limit);
        List<Long> gone = session.transaction("Namespace '" + namespace + "'", sql -> {
            List<Long> runs = withEvents(
                    sql,
                    sql.of(PostgresSql.DELETE_ALL)
                            .set("namespace", namespace)
                            .set("limit", limit)
                            .all(row -> row.getLong("run_number")));
            if (runs.isEmpty()) {
                sql.of(PostgresSql.DELETE_THREADS).set("namespace", namespace).update();
                effects.deleteKeys(sql, namespace);
            }
            return runs;
        });
        return Objects.requireNonNull(gone).size();
    }

    private static List<Long> withEvents(PostgresSession.Sql sql, List<Long> runs) throws SQLException {
        if (!runs.isEmpty()) {
            sql.of(PostgresSql.DELETE_EVENTS)
                    .set("runs", "bigint", runs.toArray(Long[]::new))
                    .update();
        }
        return runs;
    }
}
