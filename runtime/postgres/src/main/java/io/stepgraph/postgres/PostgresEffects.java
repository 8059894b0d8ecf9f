package io.stepgraph.postgres;

import io.stepgraph.engine.store.EffectEnd;
import io.stepgraph.engine.store.EffectId;
import io.stepgraph.engine.store.EffectLedger;
import io.stepgraph.engine.store.EffectRecord;
import io.stepgraph.engine.store.EffectResolution;
import io.stepgraph.engine.store.EffectStart;
import io.stepgraph.engine.store.Lease;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.runtime.LeaseLostException;
import io.stepgraph.runtime.graph.Json;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The ledger: the effects of runs (E3). Whether the lease is good is part of each statement, never asked before it (L1). */
final class PostgresEffects implements EffectLedger {
    private final PostgresSession session;

    PostgresEffects(PostgresSession session) {
        this.session = session;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        EffectRecord begun = start.earlier().isEmpty()
                ? session.call(lease.key(), sql -> begin(sql, lease, start))
                : session.transaction(lease.key(), sql -> {
                    boolean unused = end(sql, lease, start.earlier());
                    return begin(sql, lease, start);
                });
        if (begun == null) {
            throw lost(lease);
        }
        return begun;
    }

    private static @Nullable EffectRecord begin(PostgresSession.Sql sql, Lease lease, EffectStart start)
            throws SQLException {
        try (NamedStatement begin = sql.of(PostgresSql.BEGIN_EFFECT)) {
            return at(begin.set(lease), start.id())
                    .set("step", start.step())
                    .set("attempt", start.attempt())
                    .set("effect_key", start.key())
                    .set("parks_in_doubt", start.parksInDoubt())
                    .set("call_timeout", start.callTimeout())
                    .set("request", start.request())
                    .set("result_schema", start.resultSchema())
                    .set("again", start.isAgain())
                    .first(row -> EffectReader.read(lease.key(), row));
        }
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        if (!Boolean.TRUE.equals(session.call(lease.key(), sql -> end(sql, lease, ends)))) {
            throw lost(lease);
        }
    }

    /** Writes the ends of effects; false if the lease is lost, and nothing was written. */
    static boolean end(PostgresSession.Sql sql, Lease lease, List<EffectEnd> ends) throws SQLException {
        try (NamedStatement end = sql.of(PostgresSql.END_EFFECTS)) {
            return end.set(lease)
                    .set(
                            "visits",
                            "bigint",
                            array(ends, Long[]::new, each -> each.id().visit()))
                    .set(
                            "names",
                            "text",
                            array(ends, String[]::new, each -> each.id().name()))
                    .set(
                            "items",
                            "text",
                            array(ends, String[]::new, each -> each.id().item()))
                    .set("ordinals", "bigint", array(ends, Long[]::new, each ->
                            (long) each.id().ordinal()))
                    .set(
                            "statuses",
                            "text",
                            array(ends, String[]::new, each -> each.status().name()))
                    .set("results", "bytea", array(ends, byte[][]::new, PostgresEffects::result))
                    .any();
        }
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        return session.transaction(key, sql -> {
            int resolved;
            try (NamedStatement resolve = sql.of(PostgresSql.RESOLVE_EFFECT)) {
                resolved = at(resolve.set(key, resolution.runNumber()), resolution.id())
                        .set("status", resolution.status().name())
                        .set("result", resolution.result())
                        .set("by", resolution.by())
                        .update();
            }
            EffectRecord effect = find(sql, key).stream()
                    .filter(each -> each.id().equals(resolution.id()))
                    .findFirst()
                    .orElseThrow(() -> resolution.id().notFound(key));
            if (resolved == 0) {
                return null;
            }
            try (NamedStatement wake = sql.of(PostgresSql.WAKE_RESOLVED)) {
                wake.set("run", resolution.runNumber()).update();
            }
            return effect;
        });
    }

    @Override
    public List<EffectRecord> find(RunKey key) {
        return Objects.requireNonNull(session.call(key, sql -> find(sql, key)));
    }

    private static List<EffectRecord> find(PostgresSession.Sql sql, RunKey key) throws SQLException {
        try (NamedStatement find = sql.of(PostgresSql.FIND_EFFECTS)) {
            return find.set(key).all(row -> EffectReader.read(key, row));
        }
    }

    private static NamedStatement at(NamedStatement statement, EffectId id) throws SQLException {
        return statement
                .set("effect_visit", id.visit())
                .set("name", id.name())
                .set("item", id.item())
                .set("ordinal", id.ordinal());
    }

    private static <V> @Nullable V[] array(
            List<EffectEnd> ends, IntFunction<@Nullable V[]> array, Function<EffectEnd, @Nullable V> part) {
        return ends.stream().map(part).toArray(array);
    }

    private static byte @Nullable [] result(EffectEnd end) {
        Json result = end.result();
        return result == null ? null : result.utf8();
    }

    private LeaseLostException lost(Lease lease) {
        RunRecord now = session.call(lease.key(), sql -> sql.read(lease.key()));
        return lease.lost(now == null ? 0 : now.revision(), now);
    }
}
