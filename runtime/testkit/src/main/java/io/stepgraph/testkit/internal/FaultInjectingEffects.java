package io.stepgraph.testkit.internal;

import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ledger whose every call is between two places of a {@link FaultInjectingStore}. */
final class FaultInjectingEffects implements EffectStore {
    private final EffectStore ledger;
    private final StoreCalls points;
    private final LateCalls late;

    FaultInjectingEffects(EffectStore ledger, StoreCalls points, LateCalls late) {
        this.ledger = ledger;
        this.points = points;
        this.late = late;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        return points.call("beginEffect", () -> ledger.begin(lease, start), late);
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        points.call(
                "endEffect",
                () -> {
                    ledger.end(lease, ends);
                    return true;
                },
                late);
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        return points.<@Nullable EffectRecord>call("resolveEffect", () -> ledger.resolve(key, resolution), late);
    }

    @Override
    public List<EffectRecord> find(RunKey key) {
        return points.call("effects", () -> ledger.find(key), late);
    }

    @Override
    public List<EffectRecord> findInDoubt(RunKey key) {
        return points.call("effects", () -> ledger.findInDoubt(key), late);
    }

    @Override
    public List<RunEffect> findInDoubt(String namespace, int limit) {
        return points.call("effectsInDoubt", () -> ledger.findInDoubt(namespace, limit), late);
    }

    @Override
    public int pruneKeys(String namespace, Instant calledBefore, int limit) {
        return points.call("pruneKeys", () -> ledger.pruneKeys(namespace, calledBefore, limit), late);
    }

    @Override
    public int countPrunableKeys(String namespace, Instant calledBefore, int limit) {
        return points.call("countPrunableKeys", () -> ledger.countPrunableKeys(namespace, calledBefore, limit), late);
    }
}
