package io.stepgraph.jdbc;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.JsonTexts;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunChange;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ledger, for both stores: effects, business keys and decisions. Each store writes the calls of owners by itself
 * (E3).
 */
public abstract class Effects implements EffectStore {
    /** Lets a place hold a business key in the place of another. */
    private static final String MOVE_KEY = """
            update stepgraph.effect_keys
               set run = :run, visit = :effect_visit
             where namespace = :namespace and name = :name and business_key = :item
            """;

    private final Database database;
    private final Sql sql;

    /** The ledger of a store. */
    protected Effects(Database database, Sql sql) {
        this.database = database;
        this.sql = sql;
    }

    /**
     * The statements of a store.
     *
     * @param find reads the effects of a run
     * @param findInDoubt reads its effects in doubt
     * @param findAllInDoubt reads the effects in doubt of a namespace
     * @param copyFromKey copies what the holder of a key has recorded to another place, unless that has a result
     * @param copyToKey copies an effect to the key that it holds
     * @param resolve resolves an effect in doubt
     * @param resolveHolder resolves the holder of a business key, if nobody can be in its call
     * @param resolveKeyed resolves the effects in doubt with a business key
     * @param resolveKey resolves a business key whose holder is deleted
     * @param change writes a change of a run, here a decision in its log
     * @param wakeResolved lets anyone continue a run that has no effect in doubt any more
     * @param findOpenKeys reads the business keys whose calls were not recorded to end, each with a name for its row
     * @param pruneKeys deletes business keys; {@code :over} names the rows of those whose calls are over
     * @param countPrunableKeys counts them
     * @param deleteKeys deletes the business keys of a namespace, except those of calls that may be in progress
     */
    public record Sql(
            String find,
            String findInDoubt,
            String findAllInDoubt,
            String copyFromKey,
            String copyToKey,
            String resolve,
            String resolveHolder,
            String resolveKeyed,
            String resolveKey,
            String change,
            String wakeResolved,
            String findOpenKeys,
            String pruneKeys,
            String countPrunableKeys,
            String deleteKeys) {}

    /** An effect that a decision has resolved. */
    private record Resolved(long run, String step, long visit) {
        static Resolved read(ResultSet row) throws SQLException {
            return new Resolved(row.getLong("run"), row.getString("step"), row.getLong("visit"));
        }
    }

    /** Begins a call, in the task; returns null if the lease is lost. */
    protected abstract @Nullable EffectRecord begin(Tx tx, Lease lease, EffectStart start) throws SQLException;

    /**
     * Finds the holder of a business key: the place of this call, if there was none. Returns null if the lease is lost.
     */
    protected abstract @Nullable KeyHolder hold(Tx tx, Lease lease, EffectStart start) throws SQLException;

    /** Begins a call with a business key; returns null if the lease is lost. */
    protected final @Nullable EffectRecord beginKeyed(Tx tx, Lease lease, EffectStart start) throws SQLException {
        KeyHolder holder = hold(tx, lease, start);
        if (holder == null) {
            return null;
        }
        if (!holder.isAt(lease.runNumber(), start.id())) {
            here(tx.sql(sql.copyFromKey), lease, start)
                    .set("ordinal", start.id().ordinal())
                    .set("shown_item", start.shownItem())
                    .set("step", start.step())
                    .set("effect_key", start.key())
                    .set("parks_in_doubt", start.parksInDoubt())
                    .set("result_schema", start.resultSchema())
                    .update();
            if (!start.isAgain() || !holder.canMove()) {
                return find(tx, lease.key(), start.id());
            }
            here(tx.sql(MOVE_KEY), lease, start).update();
        }
        EffectRecord begun = begin(tx, lease, start);
        here(tx.sql(sql.copyToKey), lease, start)
                .set("ordinal", start.id().ordinal())
                .update();
        return begun;
    }

    /** Sets the place of a call. */
    protected static NamedStatement here(NamedStatement statement, Lease lease, EffectStart start) throws SQLException {
        return keyed(statement, lease.key(), start.id())
                .set("run", lease.runNumber())
                .set("effect_visit", start.id().visit());
    }

    /** Keeps other writes out of all that a decision is about. */
    protected abstract void lock(Tx tx, RunKey key, EffectResolution resolution) throws SQLException;

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        return database.write(key, tx -> {
            lock(tx, key, resolution);
            RunHeader run = tx.summary(key);
            if (run == null || run.runNumber() != resolution.runNumber()) {
                throw key.notFound();
            }
            List<Resolved> resolved = decided(tx.sql(sql.resolve), key, resolution)
                    .set("ordinal", resolution.id().ordinal())
                    .all(Resolved::read);
            EffectRecord effect = find(tx, key, resolution.id());
            if (resolved.isEmpty()) {
                return null;
            }
            if (effect.isKeyed()) {
                for (String statement : List.of(sql.resolveHolder, sql.resolveKeyed)) {
                    resolved.addAll(decided(tx.sql(statement), key, resolution).all(Resolved::read));
                }
                decided(tx.sql(sql.resolveKey), key, resolution).update();
            }
            for (Resolved each : resolved) {
                tx.sql(sql.change)
                        .set(RunChange.logged(resolution.event(each.step, each.visit)))
                        .set("run", each.run)
                        .any();
                tx.sql(sql.wakeResolved).set("run", each.run).update();
            }
            return effect;
        });
    }

    /** Not all of these statements look at the effect that the decision is about, or write who has decided. */
    private static NamedStatement decided(NamedStatement statement, RunKey key, EffectResolution resolution)
            throws SQLException {
        if (statement.has("run")) {
            statement
                    .set("run", resolution.runNumber())
                    .set("effect_visit", resolution.id().visit());
        }
        if (statement.has("by")) {
            statement.set("by", resolution.by());
        }
        return keyed(statement, key, resolution.id())
                .set("status", resolution.status().name())
                .set("result", resolution.result());
    }

    /** Sets the name and the item of an effect, which are its business key if it has one. */
    protected static NamedStatement keyed(NamedStatement statement, RunKey run, EffectId effect) throws SQLException {
        return statement
                .set("namespace", run.namespace())
                .set("name", effect.name())
                .set("item", effect.item());
    }

    @Override
    public int pruneKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return database.write(
                Subject.namespace(namespace),
                tx -> prunable(tx, sql.pruneKeys, namespace, calledBefore, limit)
                        .update());
    }

    @Override
    public int countPrunableKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return database.write(
                Subject.namespace(namespace),
                tx -> prunable(tx, sql.countPrunableKeys, namespace, calledBefore, limit)
                        .first(row -> row.getInt("count")));
    }

    private NamedStatement prunable(Tx tx, String statement, String namespace, Instant calledBefore, int limit)
            throws SQLException {
        Json over = callsOver(tx, namespace);
        return tx.sql(statement)
                .set("namespace", namespace)
                .set("called_before", calledBefore)
                .set("over", over)
                .set("limit", limit);
    }

    final void deleteKeys(Tx tx, String namespace) throws SQLException {
        Json over = callsOver(tx, namespace);
        tx.sql(sql.deleteKeys).set("namespace", namespace).set("over", over).update();
    }

    private Json callsOver(Tx tx, String namespace) throws SQLException {
        List<String> over = new ArrayList<>();
        tx.sql(sql.findOpenKeys)
                .set("namespace", namespace)
                .all(row -> EffectReader.isCallOver(row, tx.clock()) && over.add(row.getString("place")));
        return JsonTexts.array(over);
    }

    @Override
    public final List<EffectRecord> find(RunKey key) {
        return database.read(key, tx -> find(tx, key, sql.find));
    }

    @Override
    public final List<EffectRecord> findInDoubt(RunKey key) {
        return database.read(key, tx -> findInDoubt(tx, key));
    }

    final List<EffectRecord> findInDoubt(Tx tx, RunKey key) throws SQLException {
        return find(tx, key, sql.findInDoubt);
    }

    private static List<EffectRecord> find(Tx tx, RunKey key, String statement) throws SQLException {
        return tx.sql(statement).set(key).all(row -> EffectReader.read(key, row, tx.clock()));
    }

    private EffectRecord find(Tx tx, RunKey key, EffectId id) throws SQLException {
        return find(tx, key, sql.find).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> id.notFound(key));
    }

    @Override
    public final List<RunEffect> findInDoubt(String namespace, int limit) {
        Store.checkLimit(limit);
        return database.read(
                Subject.namespace(namespace),
                tx -> tx.sql(sql.findAllInDoubt)
                        .set("namespace", namespace)
                        .set("limit", limit)
                        .all(row -> {
                            RunKey key = new RunKey(namespace, row.getString("id"));
                            return new RunEffect(key, row.getLong("run"), EffectReader.read(key, row, tx.clock()));
                        }));
    }
}
