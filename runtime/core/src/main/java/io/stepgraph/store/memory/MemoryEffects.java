package io.stepgraph.store.memory;

import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ledger of a {@link MemoryStore}. */
final class MemoryEffects implements EffectStore {
    private final MemoryTransactions transactions;
    private final MemoryRows rows;
    private final MemoryKeys keys;

    MemoryEffects(MemoryTransactions transactions, MemoryRows rows, MemoryKeys keys) {
        this.transactions = transactions;
        this.rows = rows;
        this.keys = keys;
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        return transactions.call(now -> {
            MemoryRow row = rows.leased(lease, now);
            return start.isKeyed()
                    ? keys.begin(row, lease.fencingToken(), start, now)
                    : row.effects.begin(lease.fencingToken(), start, now.monotonic());
        });
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        transactions.call(now -> {
            rows.leased(lease, now).effects.end(ends, now.monotonic());
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
            EffectRecord resolved = row.effects.resolve(key, resolution, now.monotonic());
            if (resolved != null) {
                row.resolved(now);
                if (resolved.isKeyed()) {
                    keys.resolve(key, resolution, now);
                }
            }
            return resolved;
        });
    }

    @Override
    public List<EffectRecord> find(RunKey key) {
        return transactions.call(now -> {
            MemoryRow row = rows.find(key);
            return row == null ? List.<EffectRecord>of() : row.effects.all(now.monotonic());
        });
    }

    @Override
    public List<EffectRecord> findInDoubt(RunKey key) {
        return transactions.call(now -> {
            MemoryRow row = rows.find(key);
            return row == null ? List.<EffectRecord>of() : row.effects.inDoubt(now.monotonic());
        });
    }

    @Override
    public List<RunEffect> findInDoubt(String namespace, int limit) {
        Store.checkLimit(limit);
        return transactions.call(now -> rows.all().stream()
                .filter(row -> row.key.namespace().equals(namespace))
                .sorted(Comparator.comparing(row -> row.runNumber))
                .flatMap(row -> row.effects.inDoubt(now.monotonic()).stream()
                        .map(effect -> new RunEffect(row.key, row.runNumber, effect)))
                .limit(limit)
                .toList());
    }

    @Override
    public int pruneKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return transactions.call(now -> keys.prune(namespace, calledBefore, limit, now));
    }

    @Override
    public int countPrunableKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return transactions.call(
                now -> keys.prunable(namespace, calledBefore, limit, now).size());
    }
}
