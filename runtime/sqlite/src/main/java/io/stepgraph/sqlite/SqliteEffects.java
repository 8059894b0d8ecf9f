package io.stepgraph.sqlite;

import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.JsonArrays;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Resolved;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.sqlite.StoreClock.Moment;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ledger: the effects of runs (E3). Started effects of a run that stops become doubtful by a trigger. */
final class SqliteEffects implements EffectStore {
    private final SqliteSession session;

    SqliteEffects(SqliteSession session) {
        this.session = session;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        SqliteConnection.Work<EffectRecord> begin = () -> {
            writeIfHeld(lease, start.earlier());
            if (start.isKeyed()) {
                check(lease);
                if (holdsKey(lease, start)) {
                    beginIfHeld(lease, start, session.now());
                }
                here(SqliteSql.COPY_TO_KEY, lease, start)
                        .set("ordinal", start.id().ordinal())
                        .update();
            } else {
                Moment now = session.now();
                if (!beginIfHeld(lease, start, now)) {
                    check(lease);
                } else if (!start.isAgain()) {
                    return start.begun(lease.fencingToken(), Instant.ofEpochMilli(now.now()));
                }
            }
            return find(lease.key(), lease.runNumber(), start.id());
        };
        return Objects.requireNonNull(
                start.isRepeatable() ? session.writeUnsynced(lease.key(), begin) : session.write(lease.key(), begin));
    }

    /** False if the effect was begun before, or the lease is lost. */
    private boolean beginIfHeld(Lease lease, EffectStart start, Moment now) throws SQLException {
        return now.set(session.sql(SqliteSql.BEGIN_EFFECT))
                        .set(lease)
                        .set(start)
                        .update()
                == 1;
    }

    /** Whether this place holds its business key now. Otherwise it has a copy of what the holder has recorded. */
    private boolean holdsKey(Lease lease, EffectStart start) throws SQLException {
        Moment now = session.now();
        now.set(here(SqliteSql.HOLD_KEY, lease, start))
                .set("call_timeout", start.callTimeout())
                .set("request", start.request())
                .update();
        KeyHolder holder = Objects.requireNonNull(keyed(SqliteSql.FIND_KEY, lease.key(), start.id())
                .first(row -> EffectReader.holder(lease.key(), start.id(), row, now)));
        if (holder.isAt(lease.runNumber(), start.id())) {
            return true;
        }
        now.set(here(SqliteSql.COPY_FROM_KEY, lease, start))
                .set("ordinal", start.id().ordinal())
                .set("step", start.step())
                .set("effect_key", start.key())
                .set("parks_in_doubt", start.parksInDoubt())
                .set("result_schema", start.resultSchema())
                .update();
        if (!start.isAgain() || !holder.canMove()) {
            return false;
        }
        here(SqliteSql.MOVE_KEY, lease, start).update();
        return true;
    }

    private NamedStatement here(String statement, Lease lease, EffectStart start) throws SQLException {
        return keyed(statement, lease.key(), start.id())
                .set("run", lease.runNumber())
                .set("effect_visit", start.id().visit());
    }

    private NamedStatement keyed(String statement, RunKey run, EffectId effect) throws SQLException {
        return session.sql(statement)
                .set("namespace", run.namespace())
                .set("name", effect.name())
                .set("item", effect.item());
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        session.writeInStep(lease.key(), () -> {
            if (writeIfHeld(lease, ends) < ends.size()) {
                check(lease);
            }
            return null;
        });
    }

    /**
     * Writes the ends of effects unless the lease is lost; to be used within a task.
     *
     * @return how many were not written before
     */
    int writeIfHeld(Lease lease, List<EffectEnd> ends) throws SQLException {
        int written = 0;
        for (EffectEnd end : ends) {
            written += session.now(SqliteSql.END_EFFECT)
                    .set(lease)
                    .set(end.id())
                    .set("status", end.status().name())
                    .set("result", end.result())
                    .update();
        }
        return written;
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        return session.write(key, () -> {
            RunHeader run = session.summary(key);
            if (run == null || run.runNumber() != resolution.runNumber()) {
                throw key.notFound();
            }
            List<Resolved> resolved = at(session.sql(SqliteSql.RESOLVE_EFFECT), run.runNumber(), resolution.id())
                    .set("status", resolution.status().name())
                    .set("result", resolution.result())
                    .set("by", resolution.by())
                    .all(Resolved::read);
            EffectRecord effect = find(key, run.runNumber(), resolution.id());
            if (effect == null) {
                throw resolution.id().notFound(key);
            }
            if (resolved.isEmpty()) {
                return null;
            }
            if (effect.isKeyed()) {
                resolved.addAll(resolved(SqliteSql.RESOLVE_KEYED, key, resolution)
                        .set("by", resolution.by())
                        .all(Resolved::read));
                resolved.addAll(resolvedBeside(SqliteSql.RESOLVE_HOLDER, key, resolution)
                        .set("by", resolution.by())
                        .all(Resolved::read));
                resolvedBeside(SqliteSql.RESOLVE_KEY, key, resolution).update();
            }
            for (Resolved each : resolved) {
                resolved(each, resolution);
            }
            return effect;
        });
    }

    private NamedStatement resolved(String statement, RunKey key, EffectResolution resolution) throws SQLException {
        return session.now()
                .set(keyed(statement, key, resolution.id()))
                .set("status", resolution.status().name())
                .set("result", resolution.result());
    }

    /** The statement also looks at the effect that the decision is about. */
    private NamedStatement resolvedBeside(String statement, RunKey key, EffectResolution resolution)
            throws SQLException {
        return resolved(statement, key, resolution)
                .set("run", resolution.runNumber())
                .set("effect_visit", resolution.id().visit());
    }

    private void resolved(Resolved effect, EffectResolution resolution) throws SQLException {
        session.now(SqliteSql.LOG_RESOLVED)
                .set("run", effect.run())
                .setEvents(List.of(resolution.event(effect.step(), effect.visit())))
                .update();
        session.now(SqliteSql.WAKE_RESOLVED).set("run", effect.run()).update();
    }

    @Override
    public int pruneKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return session.write(
                "Namespace '" + namespace + "'",
                () -> prunable(SqliteSql.PRUNE_KEYS, namespace, calledBefore, limit)
                        .update());
    }

    @Override
    public int countPrunableKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return session.read(
                "Namespace '" + namespace + "'",
                () -> prunable(SqliteSql.COUNT_PRUNABLE_KEYS, namespace, calledBefore, limit)
                        .first(row -> row.getInt("count")));
    }

    private NamedStatement prunable(String statement, String namespace, Instant calledBefore, int limit)
            throws SQLException {
        return session.sql(statement)
                .set("namespace", namespace)
                .set("called_before", session.now().monotonic(SqliteRuns.millis(calledBefore)))
                .set("over", callsOver(namespace))
                .set("limit", limit);
    }

    /** Deletes the business keys of a namespace, except those of calls that may be in progress; to be used within a task. */
    void deleteKeys(String namespace) throws SQLException {
        session.sql(SqliteSql.DELETE_KEYS)
                .set("namespace", namespace)
                .set("over", callsOver(namespace))
                .update();
    }

    /** The row ids of the business keys whose calls did not record their end, and are over. */
    private Json callsOver(String namespace) throws SQLException {
        Moment now = session.now();
        List<Long> over = new ArrayList<>();
        session.sql(SqliteSql.FIND_OPEN_KEYS)
                .set("namespace", namespace)
                .all(row -> EffectReader.isCallOver(row, now) && over.add(row.getLong("rowid")));
        return JsonArrays.ofNumbers(over);
    }

    @Override
    public List<EffectRecord> find(RunKey key) {
        return find(key, SqliteSql.FIND_EFFECTS);
    }

    @Override
    public List<EffectRecord> findInDoubt(RunKey key) {
        return find(key, SqliteSql.FIND_RUN_IN_DOUBT);
    }

    private List<EffectRecord> find(RunKey key, String query) {
        return session.read(key, () -> {
            Moment now = session.now();
            return session.sql(query).set(key).all(row -> EffectReader.read(key, row, now));
        });
    }

    @Override
    public List<RunEffect> findInDoubt(String namespace, int limit) {
        Store.checkLimit(limit);
        return session.read("Namespace '" + namespace + "'", () -> {
            Moment now = session.now();
            return session.sql(SqliteSql.FIND_IN_DOUBT)
                    .set("namespace", namespace)
                    .set("limit", limit)
                    .all(row -> {
                        RunKey key = new RunKey(namespace, row.getString("id"));
                        return new RunEffect(key, row.getLong("run"), EffectReader.read(key, row, now));
                    });
        });
    }

    private @Nullable EffectRecord find(RunKey key, long runNumber, EffectId id) throws SQLException {
        Moment now = session.now();
        return at(session.sql(SqliteSql.FIND_EFFECT), runNumber, id).first(row -> EffectReader.read(key, row, now));
    }

    private static NamedStatement at(NamedStatement statement, long runNumber, EffectId id) throws SQLException {
        return statement.set("run", runNumber).set(id);
    }

    private void check(Lease lease) throws SQLException {
        RunHeader run = session.summary(lease.key());
        boolean isHeld = run != null
                && run.runNumber() == lease.runNumber()
                && run.fencingToken() == lease.fencingToken()
                && run.status() == Status.RUNNING
                && !run.isLeaseOver();
        if (!isHeld) {
            StoredRun found = session.find(lease.key());
            throw lease.lost(found == null ? 0 : found.revision(), found);
        }
    }
}
