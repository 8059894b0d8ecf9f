package io.stepgraph.store.memory;

import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.RunKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The business keys of a {@link MemoryStore} and the effects that hold them (E2). Every method is called under the store's
 * lock.
 */
final class MemoryKeys {
    private final MemoryRows rows;
    private final Map<Name, Held> holders = new HashMap<>();

    MemoryKeys(MemoryRows rows) {
        this.rows = rows;
    }

    record Name(String namespace, String effect, String businessKey) {

        static Name of(RunKey run, EffectId effect) {
            return new Name(run.namespace(), effect.name(), effect.item());
        }
    }

    /** The place of an effect, which stays readable when its run is deleted. */
    private record Held(RunKey run, long runNumber, EffectsInMemory effects, EffectId id) {

        EffectRecord effect(Moment now) {
            return effects.get(id, now.monotonic());
        }

        KeyHolder holder(Moment now) {
            EffectRecord effect = effect(now);
            return new KeyHolder(runNumber, id.visit(), effect.status(), effect.callUntil(), effect.readAt());
        }
    }

    EffectRecord begin(MemoryRow row, long fencingToken, EffectStart start, Moment now) {
        Name name = Name.of(row.key, start.id());
        Held held = holders.get(name);
        if (held != null && !held.holder(now).isAt(row.runNumber, start.id())) {
            row.effects.end(start.earlier(), now.monotonic());
            row.effects.copy(held.effect(now), start, now.monotonic());
            if (!start.isAgain() || !held.holder(now).canMove()) {
                return row.effects.get(start.id(), now.monotonic());
            }
        }
        EffectRecord begun = row.effects.begin(fencingToken, start, now.monotonic());
        holders.put(name, new Held(row.key, row.runNumber, row.effects, start.id()));
        return begun;
    }

    /** Lets a decision count for all runs that have the effect in doubt, and for the key itself. */
    void resolve(RunKey run, EffectResolution resolution, Moment now) {
        for (MemoryRow row : rows.all()) {
            if (row.key.namespace().equals(run.namespace()) && row.effects.resolveKey(resolution, now.monotonic())) {
                row.resolved(now);
            }
        }
        Held held = holders.get(Name.of(run, resolution.id()));
        if (held != null) {
            held.effects.resolveKey(resolution, now.monotonic());
        }
    }

    int prune(String namespace, Instant calledBefore, int limit, Moment now) {
        List<Name> old = prunable(namespace, calledBefore, limit, now);
        old.forEach(holders::remove);
        return old.size();
    }

    /** The keys that may be deleted, the oldest first. */
    List<Name> prunable(String namespace, Instant calledBefore, int limit, Moment now) {
        return holders.entrySet().stream()
                .filter(each -> each.getKey().namespace().equals(namespace))
                .filter(each -> isUnused(each.getValue(), calledBefore, now))
                .sorted(Comparator.comparing(each -> each.getValue().effect(now).callUntil()))
                .limit(limit)
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean isUnused(Held held, Instant calledBefore, Moment now) {
        EffectRecord effect = held.effect(now);
        MemoryRow row = rows.find(held.run);
        return now.onWall(effect.callUntil()).isBefore(calledBefore)
                && held.holder(now).isCallOver()
                && (effect.status() == EffectStatus.DONE
                        || effect.status() == EffectStatus.FAILED
                        || row == null
                        || row.runNumber != held.runNumber);
    }

    void deleteAll(String namespace, Moment now) {
        holders.entrySet()
                .removeIf(each -> each.getKey().namespace().equals(namespace)
                        && each.getValue().holder(now).isCallOver());
    }
}
