package io.stepgraph.internal.lease;

import io.stepgraph.internal.effect.RunLedger;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.Lease;
import io.stepgraph.store.StoredRun;
import java.util.List;

/** The ledger of a run in a store, fenced by its lease. */
final class StoreLedger extends RunLedger {
    private final LeasedRun run;
    private final Lease lease;
    private final GuardedStore store;

    StoreLedger(LeasedRun run, StoredRun acquired, Lease lease, GuardedStore store) {
        super(acquired.ref(), acquired.startedAt(), lease.fencingToken());
        this.run = run;
        this.lease = lease;
        this.store = store;
    }

    @Override
    protected EffectRecord write(EffectStart start) {
        return store.call(s -> s.effects().begin(lease, start));
    }

    @Override
    protected void write(EffectEnd end) {
        store.send(s -> s.effects().end(lease, List.of(end)));
    }

    @Override
    protected List<EffectRecord> read() {
        return store.call(s -> s.effects().find(run.lease().key()));
    }

    @Override
    protected void confirm() {
        run.confirm();
    }
}
