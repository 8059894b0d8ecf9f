package io.stepgraph.engine.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ledger of a {@link MemoryStore}. */
final class MemoryLedger implements EffectLedger {
    private final MemoryTransactions transactions;
    private final MemoryRows rows;

    MemoryLedger(MemoryTransactions transactions, MemoryRows rows) {
        this.transactions = transactions;
        this.rows = rows;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        return transactions.call(now -> rows.leased(lease, now).effects.begin(lease.fencingToken(), start, now));
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        transactions.call(now -> {
            MemoryRow row = rows.leased(lease, now);
            ends.forEach(end -> row.effects.end(end, now));
            return null;
        });
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        return transactions.call(now -> {
            MemoryRow row = rows.existing(key);
            if (row.runNumber != resolution.runNumber()) {
                throw key.notFound();
            }
            EffectRecord resolved = row.effects.resolve(key, resolution, now);
            MemoryQueue.resolved(row, now);
            return resolved;
        });
    }

    @Override
    public List<EffectRecord> find(RunKey key) {
        return transactions.call(now -> {
            MemoryRow row = rows.find(key);
            return row == null ? List.<EffectRecord>of() : row.effects.all(now);
        });
    }
}
