package io.stepgraph.store.memory;

import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ledger of a {@link MemoryStore}, and the business keys of its effects (E2). */
final class MemoryEffects implements EffectStore {
    private final MemoryTables tables;
    private final Map<BusinessKey, Held> keys = new HashMap<>();

    MemoryEffects(MemoryTables tables) {
        this.tables = tables;
    }

    private record BusinessKey(String namespace, String effect, String key) {}

    /** The place of the effect that holds a business key. It stays readable when its run is deleted. */
    private record Held(RunKey run, long runNumber, EffectsInMemory effects, EffectId id) {

        EffectRecord effect(Moment now) {
            return effects.get(id, now.monotonic());
        }

        KeyHolder holder(Moment now) {
            return KeyHolder.of(runNumber, effect(now));
        }
    }

    @Override
    public EffectRecord begin(Lease lease, EffectStart start) {
        return tables.call(now -> {
            MemoryRun run = tables.leased(lease, now);
            if (!start.isKeyed()) {
                return run.effects.begin(lease.fencingToken(), start, now.monotonic());
            }
            BusinessKey key = key(run.key, start.id());
            Held held = keys.get(key);
            if (held != null && !held.holder(now).isAt(run.runNumber, start.id())) {
                run.effects.end(start.earlier(), now.monotonic());
                run.effects.copy(held.effect(now), start, now.monotonic());
                if (!start.isAgain() || !held.holder(now).canMove()) {
                    return run.effects.get(start.id(), now.monotonic());
                }
            }
            keys.put(key, new Held(run.key, run.runNumber, run.effects, start.id()));
            return run.effects.begin(lease.fencingToken(), start, now.monotonic());
        });
    }

    private static BusinessKey key(RunKey run, EffectId effect) {
        return new BusinessKey(run.namespace(), effect.name(), effect.item());
    }

    @Override
    public void end(Lease lease, List<EffectEnd> ends) {
        tables.call(now -> {
            tables.leased(lease, now).effects.end(ends, now.monotonic());
            return true;
        });
    }

    @Override
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
        return tables.call(now -> {
            MemoryRun run = tables.existing(key);
            if (run.runNumber != resolution.runNumber()) {
                throw key.notFound();
            }
            EffectRecord resolved = run.effects.resolve(key, resolution, now.monotonic());
            if (resolved != null) {
                run.resolved(resolved, resolution, now);
                if (resolved.isKeyed()) {
                    resolveKey(key, resolution, now);
                }
            }
            return resolved;
        });
    }

    /** Lets a decision count for all runs that have the effect in doubt, and for the key itself. */
    private void resolveKey(RunKey key, EffectResolution resolution, Moment now) {
        tables.in(key.namespace())
                .forEach(run -> run.effects
                        .resolveKey(resolution, now.monotonic())
                        .forEach(effect -> run.resolved(effect, resolution, now)));
        Held held = keys.get(key(key, resolution.id()));
        if (held != null) {
            held.effects.resolveKey(resolution, now.monotonic());
        }
    }

    @Override
    public List<EffectRecord> find(RunKey key) {
        return tables.on(key, List.of(), (run, now) -> run.effects.all(now.monotonic()));
    }

    @Override
    public List<EffectRecord> findInDoubt(RunKey key) {
        return tables.on(key, List.of(), (run, now) -> run.effects.inDoubt(now.monotonic()));
    }

    @Override
    public List<RunEffect> findInDoubt(String namespace, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> tables.in(namespace)
                .sorted(Comparator.comparing(run -> run.runNumber))
                .flatMap(run -> run.effects.inDoubt(now.monotonic()).stream()
                        .map(effect -> new RunEffect(run.key, run.runNumber, effect)))
                .limit(limit)
                .toList());
    }

    @Override
    public int pruneKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> {
            List<BusinessKey> old = prunable(namespace, calledBefore, limit, now);
            old.forEach(keys::remove);
            return old.size();
        });
    }

    @Override
    public int countPrunableKeys(String namespace, Instant calledBefore, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> prunable(namespace, calledBefore, limit, now).size());
    }

    /** The keys that may be deleted, the oldest first. */
    private List<BusinessKey> prunable(String namespace, Instant calledBefore, int limit, Moment now) {
        return keys.entrySet().stream()
                .filter(each -> each.getKey().namespace.equals(namespace) && isUnused(each.getValue(), now))
                .filter(each ->
                        now.onWall(each.getValue().effect(now).callUntil()).isBefore(calledBefore))
                .sorted(Comparator.comparing(each -> each.getValue().effect(now).callUntil()))
                .limit(limit)
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean isUnused(Held held, Moment now) {
        MemoryRun run = tables.runs.get(held.run);
        EffectStatus status = held.effect(now).status();
        boolean isEnded = status == EffectStatus.DONE || status == EffectStatus.FAILED;
        return held.holder(now).isCallOver() && (isEnded || run == null || run.runNumber != held.runNumber);
    }

    /** Forgets the keys of a namespace, except those whose call may be in progress. To be used within a transaction. */
    void deleteKeys(String namespace, Moment now) {
        keys.entrySet()
                .removeIf(each -> each.getKey().namespace.equals(namespace)
                        && each.getValue().holder(now).isCallOver());
    }
}
