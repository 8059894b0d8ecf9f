package io.stepgraph.sqlite;

import io.stepgraph.engine.store.EffectEnd;
import io.stepgraph.engine.store.EffectId;
import io.stepgraph.engine.store.EffectLedger;
import io.stepgraph.engine.store.EffectRecord;
import io.stepgraph.engine.store.EffectResolution;
import io.stepgraph.engine.store.EffectStart;
import io.stepgraph.engine.store.KeyHolder;
import io.stepgraph.engine.store.Lease;
import io.stepgraph.engine.store.RunEffect;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.RunSummary;
import io.stepgraph.engine.store.Status;
import io.stepgraph.engine.store.Store;
import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.NamedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The ledger: the effects of runs (E3). Started effects of a run that stops become doubtful by a trigger. */
final class SqliteEffects implements EffectLedger {
    private final SqliteSession session;

    SqliteEffects(SqliteSession session) {
        this.session = session;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        return Objects.requireNonNull(session.write(lease.key(), () -> {
            writeIfHeld(lease, start.earlier());
            if (start.isKeyed()) {
                check(lease, session.now());
                boolean unused = holdsKey(lease, start, session.now())
                        && beginIfHeld(lease, start).isPresent();
                here(SqliteSql.COPY_TO_KEY, lease, start)
                        .set("ordinal", start.id().ordinal())
                        .update();
            } else {
                OptionalLong begun = beginIfHeld(lease, start);
                if (begun.isEmpty()) {
                    check(lease, session.now());
                } else if (!start.isAgain()) {
                    return start.begun(lease.fencingToken(), Instant.ofEpochMilli(begun.getAsLong()));
                }
            }
            return find(lease.key(), lease.runNumber(), start.id(), session.now());
        }));
    }

    /** The time at which the effect begins; empty if it was begun before, or the lease is lost. */
    private OptionalLong beginIfHeld(Lease lease, EffectStart start) throws SQLException {
        return session.update(
                () -> session.sql(SqliteSql.BEGIN_EFFECT).set(lease).set(start));
    }

    /** Whether this place holds its business key now. Otherwise it has a copy of what the holder has recorded. */
    private boolean holdsKey(Lease lease, EffectStart start, long now) throws SQLException {
        here(SqliteSql.HOLD_KEY, lease, start)
                .set("now", now)
                .set("call_timeout", start.callTimeout())
                .set("request", start.request())
                .update();
        KeyHolder holder = Objects.requireNonNull(keyed(SqliteSql.FIND_KEY, lease.key(), start.id())
                .set("now", now)
                .first(row -> EffectReader.holder(lease.key(), start.id(), row)));
        if (holder.isAt(lease.runNumber(), start.id())) {
            return true;
        }
        here(SqliteSql.COPY_FROM_KEY, lease, start)
                .set("ordinal", start.id().ordinal())
                .set("step", start.step())
                .set("effect_key", start.key())
                .set("parks_in_doubt", start.parksInDoubt())
                .set("now", now)
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
        session.write(lease.key(), () -> {
            if (writeIfHeld(lease, ends) < ends.size()) {
                check(lease, session.now());
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
            OptionalLong ended = session.update(() -> session.sql(SqliteSql.END_EFFECT)
                    .set(lease)
                    .set(end.id())
                    .set("status", end.status().name())
                    .set("result", end.result()));
            written += ended.isPresent() ? 1 : 0;
        }
        return written;
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        return session.write(key, () -> {
            RunSummary run = session.summary(key, session.now());
            if (run == null || run.runNumber() != resolution.runNumber()) {
                throw key.notFound();
            }
            int resolved = at(session.sql(SqliteSql.RESOLVE_EFFECT), run.runNumber(), resolution.id())
                    .set("status", resolution.status().name())
                    .set("result", resolution.result())
                    .set("by", resolution.by())
                    .update();
            EffectRecord effect = find(key, run.runNumber(), resolution.id(), session.now());
            if (effect == null) {
                throw resolution.id().notFound(key);
            }
            if (resolved == 0) {
                return null;
            }
            wake(run.runNumber());
            if (effect.isKeyed()) {
                resolveKeyed(key, resolution);
            }
            return effect;
        });
    }

    private void resolveKeyed(RunKey key, EffectResolution resolution) throws SQLException {
        List<Long> others = resolved(SqliteSql.RESOLVE_KEYED, key, resolution)
                .set("by", resolution.by())
                .all(row -> row.getLong("run"));
        resolved(SqliteSql.RESOLVE_HOLDER, key, resolution)
                .set("by", resolution.by())
                .set("now", session.now())
                .update();
        resolved(SqliteSql.RESOLVE_KEY, key, resolution)
                .set("now", session.now())
                .update();
        for (long run : others) {
            wake(run);
        }
    }

    private NamedStatement resolved(String statement, RunKey key, EffectResolution resolution) throws SQLException {
        return keyed(statement, key, resolution.id())
                .set("status", resolution.status().name())
                .set("result", resolution.result());
    }

    private void wake(long run) throws SQLException {
        session.sql(SqliteSql.WAKE_RESOLVED)
                .set("run", run)
                .set("now", session.now())
                .update();
    }

    @Override
    public int pruneKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return Objects.requireNonNull(session.write(
                "Namespace '" + namespace + "'",
                () -> session.sql(SqliteSql.PRUNE_KEYS)
                        .set("namespace", namespace)
                        .set("called_before", SqliteRuns.millis(calledBefore))
                        .set("limit", limit)
                        .update()));
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
        return Objects.requireNonNull(session.read(key, () -> {
            long now = session.now();
            return session.sql(query).set(key).all(row -> EffectReader.read(key, row, now));
        }));
    }

    @Override
    public List<RunEffect> findInDoubt(String namespace, int limit) {
        Store.checkLimit(limit);
        return Objects.requireNonNull(session.read("Namespace '" + namespace + "'", () -> {
            long now = session.now();
            return session.sql(SqliteSql.FIND_IN_DOUBT)
                    .set("namespace", namespace)
                    .set("limit", limit)
                    .all(row -> {
                        RunKey key = new RunKey(namespace, row.getString("id"));
                        return new RunEffect(key, row.getLong("run"), EffectReader.read(key, row, now));
                    });
        }));
    }

    private @Nullable EffectRecord find(RunKey key, long runNumber, EffectId id, long now) throws SQLException {
        return at(session.sql(SqliteSql.FIND_EFFECT), runNumber, id).first(row -> EffectReader.read(key, row, now));
    }

    private static NamedStatement at(NamedStatement statement, long runNumber, EffectId id) throws SQLException {
        return statement.set("run", runNumber).set(id);
    }

    private void check(Lease lease, long now) throws SQLException {
        RunSummary run = session.summary(lease.key(), now);
        boolean isHeld = run != null
                && run.runNumber() == lease.runNumber()
                && run.fencingToken() == lease.fencingToken()
                && run.status() == Status.RUNNING
                && run.leaseUntil() != null
                && run.leaseUntil().toEpochMilli() > now;
        if (!isHeld) {
            RunRecord found = session.find(lease.key(), now);
            throw lease.lost(found == null ? 0 : found.revision(), found);
        }
    }
}
