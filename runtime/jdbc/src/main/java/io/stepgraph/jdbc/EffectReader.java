package io.stepgraph.jdbc;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.RunKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes an effect of its row, or throws an error that names the damaged column (S2). */
public final class EffectReader {
    /** The columns of {@link #read}, of the table {@code e}; a clock may read more. */
    public static final String EFFECT = """
            e.run, e.visit, e.name, e.item, e.ordinal, e.shown_item, e.step, e.status, e.fencing_token, e.attempt,
                   e.effect_key, e.is_keyed, e.parks_in_doubt, e.resolved_by, e.request, e.result_schema, e.result,
                   e.call_timeout, stepgraph.millis(e.started_at) as started_at, stepgraph.millis(e.call_until) as call_until
            """;

    private EffectReader() {}

    public static EffectRecord read(RunKey key, ResultSet row, RowClock clock) throws SQLException {
        EffectId id =
                new EffectId(row.getLong("visit"), row.getString("name"), row.getString("item"), row.getInt("ordinal"));
        Json request = document(row, "request");
        if (request == null) {
            throw corrupt(key, id, "has no 'request'");
        }
        return new EffectRecord(
                id,
                row.getString("shown_item"),
                row.getString("step"),
                status(key, id, row.getString("status")),
                row.getLong("fencing_token"),
                row.getInt("attempt"),
                row.getBoolean("is_keyed"),
                row.getString("effect_key"),
                request,
                document(row, "result_schema"),
                document(row, "result"),
                row.getBoolean("parks_in_doubt"),
                Instant.ofEpochMilli(row.getLong("started_at")),
                Duration.ofMillis(row.getLong("call_timeout")),
                Instant.ofEpochMilli(clock.callUntil(row)),
                row.getString("resolved_by"),
                Instant.ofEpochMilli(clock.now(row)));
    }

    /** Reads the holder of the business key of an effect. */
    public static KeyHolder holder(RunKey key, EffectId effect, ResultSet row, RowClock clock) throws SQLException {
        return new KeyHolder(
                row.getLong("run"),
                row.getLong("visit"),
                status(key, effect, row.getString("status")),
                Instant.ofEpochMilli(clock.callUntil(row)),
                Instant.ofEpochMilli(clock.now(row)));
    }

    /** Whether nobody can be in the call of a business key whose end was not recorded, from a row of the key. */
    public static boolean isCallOver(ResultSet row, RowClock clock) throws SQLException {
        return clock.callUntil(row) + KeyHolder.MARGIN.toMillis() < clock.now(row);
    }

    private static EffectStatus status(RunKey key, EffectId id, String name) {
        try {
            return EffectStatus.valueOf(name);
        } catch (IllegalArgumentException unknown) {
            throw corrupt(key, id, "has the status '" + name + "', which does not exist");
        }
    }

    private static @Nullable Json document(ResultSet row, String column) throws SQLException {
        byte[] utf8 = row.getBytes(column);
        return utf8 == null ? null : new Json(utf8);
    }

    private static StepgraphException corrupt(RunKey key, EffectId id, String what) {
        return new StepgraphException(
                ErrorCode.CORRUPT_CHECKPOINT,
                "The stored row of effect '" + id.name() + "' at visit " + id.visit()
                        + " of run '" + key + "' in namespace '" + key.namespace() + "' " + what
                        + ". It was left unchanged; repair the row, or restore the database from a backup.");
    }
}
