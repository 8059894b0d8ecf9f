package io.stepgraph.jdbc;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes runs, with all that belongs to them, for both stores. */
public abstract class Removals implements RunRemovals {
    private static final String DELETE_THREADS = "delete from stepgraph.threads where namespace = :namespace";

    private final Database database;
    private final Effects effects;
    private final Sql sql;

    /** The removals of a store. */
    protected Removals(Database database, Effects effects, Sql sql) {
        this.database = database;
        this.effects = effects;
        this.sql = sql;
    }

    /**
     * The statements of a store. Those that remove runs return the numbers of these.
     *
     * @param findEnded finds the number of a run, if it has ended, and keeps decisions about its effects out
     * @param delete removes a run
     * @param prune removes runs that ended before {@code :ended_before}
     * @param countPrunable counts them
     * @param deleteMarked removes marked runs
     * @param deleteAll removes runs of a namespace
     */
    public record Sql(
            String findEnded,
            String delete,
            String prune,
            String countPrunable,
            String deleteMarked,
            String deleteAll) {}

    /** Removes what the foreign keys of the rows of runs do not. */
    protected abstract void removed(Tx tx, List<Long> runs) throws SQLException;

    @Override
    public boolean delete(RunKey key) {
        return database.write(key, tx -> {
            Long run = tx.sql(sql.findEnded).set(key).first(row -> row.getLong("run_number"));
            if (run == null) {
                return false;
            }
            key.checkNoneInDoubt(effects.findInDoubt(tx, key));
            return remove(tx, tx.sql(sql.delete).set("run", run)) == 1;
        });
    }

    @Override
    public int prune(String namespace, Status status, Instant endedBefore, int limit) {
        RunRemovals.checkPrunable(status, limit);
        return database.write(
                Subject.namespace(namespace),
                tx -> remove(tx, prunable(tx, sql.prune, namespace, status, endedBefore, limit)));
    }

    @Override
    public int countPrunable(String namespace, Status status, Instant endedBefore, int limit) {
        RunRemovals.checkPrunable(status, limit);
        return database.read(
                Subject.namespace(namespace),
                tx -> prunable(tx, sql.countPrunable, namespace, status, endedBefore, limit)
                        .first(row -> row.getInt("count")));
    }

    private static NamedStatement prunable(
            Tx tx, String statement, String namespace, Status status, Instant endedBefore, int limit)
            throws SQLException {
        return tx.sql(statement)
                .set("namespace", namespace)
                .set("status", status.name())
                .set("ended_before", endedBefore)
                .set("limit", limit);
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        Store.checkLimit(limit);
        return database.write(
                Subject.namespace(namespace),
                tx -> remove(
                        tx,
                        tx.sql(sql.deleteMarked)
                                .set("namespace", namespace)
                                .set("age", age)
                                .set("runner", by == null ? null : by.runner())
                                .set("limit", limit)));
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        Store.checkLimit(limit);
        return database.write(Subject.namespace(namespace), tx -> {
            int gone =
                    remove(tx, tx.sql(sql.deleteAll).set("namespace", namespace).set("limit", limit));
            if (gone == 0) {
                tx.sql(DELETE_THREADS).set("namespace", namespace).update();
                effects.deleteKeys(tx, namespace);
            }
            return gone;
        });
    }

    private int remove(Tx tx, NamedStatement delete) throws SQLException {
        List<Long> runs = delete.all(row -> row.getLong("run_number"));
        if (!runs.isEmpty()) {
            removed(tx, runs);
        }
        return runs.size();
    }
}
