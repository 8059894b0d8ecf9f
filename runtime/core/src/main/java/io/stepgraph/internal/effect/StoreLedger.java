package io.stepgraph.internal.effect;

import io.stepgraph.internal.lease.LeasedRun;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.StoredRun;

/** The ledger of a run in a store. */
public final class StoreLedger implements RunLedger {
    private final LeasedRun run;
    private final StoredRun acquired;

    public StoreLedger(LeasedRun run, StoredRun acquired) {
        this.run = run;
        this.acquired = acquired;
    }

    @Override
    public String runId() {
        return acquired.key().id();
    }

    @Override
    public long fencingToken() {
        return run.lease().fencingToken();
    }

    @Override
    public String key(EffectId effect, boolean isKeyed) {
        String namespace = acquired.key().namespace();
        return isKeyed
                ? EffectKeys.of(namespace, effect)
                : EffectKeys.of(namespace, runId(), acquired.runNumber(), acquired.startedAt(), effect);
    }

    @Override
    public EffectRecord begin(EffectStart start) {
        return run.effects().begin(start);
    }

    @Override
    public void end(EffectEnd end, boolean isUrgent) {
        run.effects().end(end, isUrgent);
    }

    @Override
    public void confirm() {
        run.confirm();
    }
}
