package io.stepgraph.sqlite;

import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.sqlite.StoreClock.Moment;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Removes runs; the foreign keys of their rows remove what belongs to them. */
final class SqliteRemovals implements RunRemovals {
    private final SqliteSession session;
    private final SqliteEffects effects;

    SqliteRemovals(SqliteSession session, SqliteEffects effects) {
        this.session = session;
        this.effects = effects;
    }

    @Override
    public boolean delete(RunKey key) {
        return session.write(key, () -> {
            RunHeader run = session.summary(key);
            if (run == null || !run.status().isEnd()) {
                return false;
            }
            Moment now = session.now();
            key.checkNoneInDoubt(
                    session.sql(SqliteSql.FIND_RUN_IN_DOUBT).set(key).all(row -> EffectReader.read(key, row, now)));
            return session.sql(SqliteSql.DELETE).set(key).update() == 1;
        });
    }

    @Override
    public int prune(String namespace, Status status, Instant endedBefore, int limit) {
        RunRemovals.checkPrunable(status, limit);
        return session.write(
                "Namespace '" + namespace + "'",
                () -> prunable(SqliteSql.PRUNE, namespace, status, endedBefore, limit)
                        .update());
    }

    @Override
    public int countPrunable(String namespace, Status status, Instant endedBefore, int limit) {
        RunRemovals.checkPrunable(status, limit);
        return session.read(
                "Namespace '" + namespace + "'",
                () -> prunable(SqliteSql.COUNT_PRUNABLE, namespace, status, endedBefore, limit)
                        .first(row -> row.getInt("count")));
    }

    private NamedStatement prunable(String statement, String namespace, Status status, Instant endedBefore, int limit)
            throws SQLException {
        return session.sql(statement)
                .set("namespace", namespace)
                .set("status", status.name())
                .set("before", SqliteRuns.millis(endedBefore))
                .set("limit", limit);
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        Store.checkLimit(limit);
        return session.write("Namespace '" + namespace + "'", () -> {
            int gone = session.sql(SqliteSql.DELETE_ALL)
                    .set("namespace", namespace)
                    .set("limit", limit)
                    .update();
            if (gone == 0) {
                session.sql(SqliteSql.DELETE_THREADS)
                        .set("namespace", namespace)
                        .update();
                effects.deleteKeys(namespace);
            }
            return gone;
        });
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        Store.checkLimit(limit);
        return session.write(
                "Namespace '" + namespace + "'",
                () -> session.now(SqliteSql.DELETE_MARKED)
                        .set("namespace", namespace)
                        .set("age", age)
                        .set("runner", by == null ? null : by.runner())
                        .set("limit", limit)
                        .update());
    }
}
