package io.stepgraph.postgres;

import io.stepgraph.jdbc.EffectReader;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.Lease;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The record that a call of an effect without a business key is about to begin. */
final class EffectBeginWrite extends SharedWrite {
    private final EffectStart start;

    /** The effect as it is stored from now on; null if nothing was written. */
    private @Nullable EffectRecord begun;

    EffectBeginWrite(Lease lease, EffectStart start) {
        super(lease, start.earlier());
        this.start = start;
    }

    /** The effect as it is stored from now on; null if the lease is lost. */
    @Nullable EffectRecord begun() {
        return begun;
    }

    @Override
    long size() {
        return size(start.request()) + size(start.resultSchema());
    }

    @Override
    boolean isTransaction() {
        return !ends().isEmpty();
    }

    @Override
    boolean isSynced() {
        return !start.isRepeatable();
    }

    @Override
    boolean write(Tx tx) throws SQLException {
        EffectEndWrite.write(tx, lease(), ends());
        begun = write(tx, lease(), start);
        return begun != null;
    }

    static @Nullable EffectRecord write(Tx tx, Lease lease, EffectStart start) throws SQLException {
        return tx.sql(start.isRepeatable() ? PostgresSql.BEGIN_EFFECT_UNSYNCED : PostgresSql.BEGIN_EFFECT)
                .set(lease)
                .set(start)
                .first(row -> EffectReader.read(lease.key(), row, tx.clock()));
    }

    static void set(NamedStatement statement, List<EffectBeginWrite> writes) throws SQLException {
        new ArrayParameters<>(statement, writes)
                .numbers("begin_runs", write -> write.lease().runNumber())
                .texts("begin_namespaces", write -> write.key().namespace())
                .numbers("begin_tokens", write -> write.lease().fencingToken())
                .numbers("begin_visits", write -> write.start.id().visit())
                .texts("begin_names", write -> write.start.id().name())
                .texts("begin_items", write -> write.start.id().item())
                .numbers("begin_ordinals", write -> write.start.id().ordinal())
                .texts("begin_steps", write -> write.start.step())
                .numbers("begin_attempts", write -> write.start.attempt())
                .texts("begin_keys", write -> write.start.key())
                .numbers("begin_parks", write -> write.start.parksInDoubt() ? 1 : 0)
                .numbers("begin_timeouts", write -> write.start.callTimeout().toMillis())
                .documents("begin_requests", write -> write.start.request())
                .documents("begin_schemas", write -> write.start.resultSchema());
    }

    /** Notes that it was written together with others, at this time of the store's clock, in milliseconds. */
    boolean begunAt(long millis) {
        begun = start.begun(lease().fencingToken(), Instant.ofEpochMilli(millis));
        return mark(true);
    }
}
