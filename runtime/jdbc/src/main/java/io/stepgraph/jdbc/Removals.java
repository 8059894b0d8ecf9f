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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes runs, with all that belongs to them, for both stores. */
public abstract class Removals implements RunRemovals {
    private static final String DELETE_THREADS = "delete from stepgraph.threads where namespace = :namespace";

    private static final String FIND_CALLER = """
            select p.id
              from stepgraph.runs r
              join stepgraph.runs p on p.run_number = r.parent
             where r.namespace = :namespace and r.id = :id
            """;

    private static final String FIND_UNFINISHED = """
            select id from stepgraph.runs where root = :run and ended_at is null order by run_number limit 1
            """;

    private static final String FIND_IN_DOUBT = """
            select m.id
              from stepgraph.runs m
              join stepgraph.effects e on e.run = m.run_number
             where m.root = :run and e.status = 'IN_DOUBT'
             order by m.run_number
             limit 1
            """;

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
     * The statements of a store. Those that remove runs remove whole families, and return the number of each run, and
     * in {@code is_top} whether nobody has called it.
     *
     * @param findEnded finds the number of a run, if it has ended, and keeps decisions about its effects out
     * @param delete removes a run and all its descendants
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
            String caller = tx.sql(FIND_CALLER).set(key).first(row -> row.getString("id"));
            if (caller != null) {
                throw key.isCalled(caller);
            }
            Long run = tx.sql(sql.findEnded).set(key).first(row -> row.getLong("run_number"));
            if (run == null) {
                return false;
            }
            String unfinished = text(tx, FIND_UNFINISHED, run);
            if (unfinished != null) {
                throw key.isUnfinished(new RunKey(key.namespace(), unfinished));
            }
            String inDoubt = text(tx, FIND_IN_DOUBT, run);
            RunKey member = inDoubt == null ? key : new RunKey(key.namespace(), inDoubt);
            member.checkNoneInDoubt(effects.findInDoubt(tx, member));
            return remove(tx, tx.sql(sql.delete).set("run", run)) == 1;
        });
    }

    private static @Nullable String text(Tx tx, String statement, long run) throws SQLException {
        return tx.sql(statement).set("run", run).first(row -> row.getString("id"));
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
        List<Long> tops = new ArrayList<>();
        List<Long> runs = delete.all(row -> {
            long run = row.getLong("run_number");
            if (row.getBoolean("is_top")) {
                tops.add(run);
            }
            return run;
        });
        if (!runs.isEmpty()) {
            removed(tx, runs);
        }
        return tops.size();
    }
}
