package io.stepgraph.postgres;

import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Resolved;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ledger: the effects of runs (E3). Whether the lease is good is part of each statement, never asked before it (L1). */
final class PostgresEffects implements EffectStore {
    private final PostgresSession session;
    private final SharedWrites writes;
    private final Hints hints;
    private final CallClock calls;

    PostgresEffects(PostgresSession session, SharedWrites writes, Hints hints, CallClock calls) {
        this.session = session;
        this.writes = writes;
        this.hints = hints;
        this.calls = calls;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        EffectRecord begun;
        if (start.isKeyed() || start.isAgain()) {
            begun = session.transaction(lease.key(), sql -> {
                EffectEndWrite.write(sql, lease, start.earlier());
                return start.isKeyed()
                        ? beginKeyed(sql, lease, start)
                        : EffectBeginWrite.write(sql, lease, start, calls);
            });
        } else {
            EffectBeginWrite first = new EffectBeginWrite(lease, start, calls);
            writes.write(first);
            begun = first.begun();
        }
        if (begun == null) {
            throw lost(lease);
        }
        return begun;
    }

    private @Nullable EffectRecord beginKeyed(PostgresSession.Sql sql, Lease lease, EffectStart start)
            throws SQLException {
        KeyHolder holder = holder(sql, lease, start);
        if (holder == null) {
            return null;
        }
        if (!holder.isAt(lease.runNumber(), start.id())) {
            here(sql, PostgresSql.COPY_FROM_KEY, lease, start)
                    .set("ordinal", start.id().ordinal())
                    .set("step", start.step())
                    .set("effect_key", start.key())
                    .set("parks_in_doubt", start.parksInDoubt())
                    .set("result_schema", start.resultSchema())
                    .update();
            if (!start.isAgain() || !holder.canMove()) {
                return find(sql, lease.key(), start.id());
            }
            here(sql, PostgresSql.MOVE_KEY, lease, start).update();
        }
        EffectRecord begun = EffectBeginWrite.write(sql, lease, start, calls);
        here(sql, PostgresSql.COPY_TO_KEY, lease, start)
                .set("ordinal", start.id().ordinal())
                .update();
        return begun;
    }

    private @Nullable KeyHolder holder(PostgresSession.Sql sql, Lease lease, EffectStart start) throws SQLException {
        return here(sql, PostgresSql.HOLD_KEY, lease, start)
                .set("fencing_token", lease.fencingToken())
                .set("call_timeout", start.callTimeout())
                .set("request", start.request())
                .first(row -> EffectReader.holder(lease.key(), start.id(), row, calls.of(row)));
    }

    private static NamedStatement here(PostgresSession.Sql sql, String statement, Lease lease, EffectStart start)
            throws SQLException {
        return keyed(sql, statement, lease.key(), start.id())
                .set("run", lease.runNumber())
                .set("effect_visit", start.id().visit());
    }

    private static NamedStatement keyed(PostgresSession.Sql sql, String statement, RunKey run, EffectId effect)
            throws SQLException {
        return sql.of(statement)
                .set("namespace", run.namespace())
                .set("name", effect.name())
                .set("item", effect.item());
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        if (!writes.write(new EffectEndWrite(lease, ends))) {
            throw lost(lease);
        }
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        EffectRecord resolved = session.transaction(key, sql -> resolve(sql, key, resolution));
        hints.claimable(key);
        return resolved;
    }

    private @Nullable EffectRecord resolve(PostgresSession.Sql sql, RunKey key, EffectResolution resolution)
            throws SQLException {
        keyed(sql, PostgresSql.LOCK_DECIDED, key, resolution.id())
                .set("run", resolution.runNumber())
                .any();
        keyed(sql, PostgresSql.LOCK_KEY, key, resolution.id()).any();
        List<Resolved> resolved = decided(
                        sql.of(PostgresSql.RESOLVE_EFFECT)
                                .set(key, resolution.runNumber())
                                .set(resolution.id()),
                        resolution)
                .set("by", resolution.by())
                .all(Resolved::read);
        EffectRecord effect = find(sql, key, resolution.id());
        if (resolved.isEmpty()) {
            return null;
        }
        if (effect.isKeyed()) {
            for (String statement : List.of(PostgresSql.RESOLVE_HOLDER, PostgresSql.RESOLVE_KEYED)) {
                resolved.addAll(decided(keyed(sql, statement, key, resolution.id()), resolution)
                        .set("by", resolution.by())
                        .all(Resolved::read));
            }
            decided(keyed(sql, PostgresSql.RESOLVE_KEY, key, resolution.id()), resolution)
                    .update();
        }
        for (Resolved each : resolved) {
            resolved(sql, each, resolution);
        }
        return effect;
    }

    private static NamedStatement decided(NamedStatement resolve, EffectResolution resolution) throws SQLException {
        return resolve.set("status", resolution.status().name()).set("result", resolution.result());
    }

    private static void resolved(PostgresSession.Sql sql, Resolved effect, EffectResolution resolution)
            throws SQLException {
        sql.of(PostgresSql.LOG_RESOLVED)
                .set("run", effect.run())
                .setEvents(List.of(resolution.event(effect.step(), effect.visit())))
                .any();
        sql.of(PostgresSql.WAKE_RESOLVED).set("run", effect.run()).update();
    }

    @Override
    public int pruneKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return session.transaction("Namespace '" + namespace + "'", sql -> {
            List<OpenKey> over = callsOver(sql, namespace);
            return set(sql.of(PostgresSql.PRUNE_KEYS), namespace, over)
                    .set("called_before", calledBefore)
                    .set("limit", limit)
                    .update();
        });
    }

    @Override
    public int countPrunableKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return session.transaction("Namespace '" + namespace + "'", sql -> {
            List<OpenKey> over = callsOver(sql, namespace);
            NamedStatement count = sql.of(PostgresSql.COUNT_PRUNABLE_KEYS);
            return set(count, namespace, over)
                    .set("called_before", calledBefore)
                    .set("limit", limit)
                    .first(row -> row.getInt("count"));
        });
    }

    /** Deletes the business keys of a namespace, except those of calls that may be in progress. */
    void deleteKeys(PostgresSession.Sql sql, String namespace) throws SQLException {
        List<OpenKey> over = callsOver(sql, namespace);
        set(sql.of(PostgresSql.DELETE_KEYS), namespace, over).update();
    }

    private record OpenKey(String name, String businessKey, boolean isCallOver) {}

    private List<OpenKey> callsOver(PostgresSession.Sql sql, String namespace) throws SQLException {
        return sql
                .of(PostgresSql.FIND_OPEN_KEYS)
                .set("namespace", namespace)
                .all(row -> new OpenKey(
                        row.getString("name"),
                        row.getString("business_key"),
                        EffectReader.isCallOver(row, calls.of(row))))
                .stream()
                .filter(OpenKey::isCallOver)
                .toList();
    }

    private static NamedStatement set(NamedStatement statement, String namespace, List<OpenKey> over)
            throws SQLException {
        return statement
                .set("namespace", namespace)
                .set("over_names", "text", over.stream().map(OpenKey::name).toArray(String[]::new))
                .set(
                        "over_keys",
                        "text",
                        over.stream().map(OpenKey::businessKey).toArray(String[]::new));
    }

    @Override
    public List<EffectRecord> find(RunKey key) {
        return session.call(key, sql -> find(sql, key, PostgresSql.FIND_EFFECTS));
    }

    @Override
    public List<EffectRecord> findInDoubt(RunKey key) {
        return session.call(key, sql -> find(sql, key, PostgresSql.FIND_RUN_IN_DOUBT));
    }

    @Override
    public List<RunEffect> findInDoubt(String namespace, int limit) {
        Store.checkLimit(limit);
        return session.call("Namespace '" + namespace + "'", sql -> {
            return sql.of(PostgresSql.FIND_IN_DOUBT)
                    .set("namespace", namespace)
                    .set("limit", limit)
                    .all(row -> {
                        RunKey key = new RunKey(namespace, row.getString("id"));
                        return new RunEffect(key, row.getLong("run"), EffectReader.read(key, row, calls.of(row)));
                    });
        });
    }

    List<EffectRecord> find(PostgresSession.Sql sql, RunKey key, String query) throws SQLException {
        return sql.of(query).set(key).all(row -> EffectReader.read(key, row, calls.of(row)));
    }

    /** An effect that has to exist. */
    private EffectRecord find(PostgresSession.Sql sql, RunKey key, EffectId id) throws SQLException {
        return find(sql, key, PostgresSql.FIND_EFFECTS).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> id.notFound(key));
    }

    private StepgraphException lost(Lease lease) {
        StoredRun now = session.call(lease.key(), sql -> sql.read(lease.key()));
        return lease.lost(now == null ? 0 : now.revision(), now);
    }
}
