package io.stepgraph.store.memory;

import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.KeyHolder;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The effects of one run in memory, in the order in which they were begun: what {@link EffectStore} says of each write,
 * for effects that no other run shares. Not safe for use by many threads.
 */
public final class EffectsInMemory {
    private final Map<EffectId, EffectRecord> effects = new LinkedHashMap<>();

    /** Creates a ledger without effects. */
    public EffectsInMemory() {}

    /** Creates a ledger with the effects that another one had. */
    public EffectsInMemory(List<EffectRecord> known) {
        known.forEach(this::put);
    }

    private EffectRecord put(EffectRecord effect) {
        effects.put(effect.id(), effect);
        return effect;
    }

    /**
     * Records that a call is about to begin.
     *
     * @param fencingToken the token of the owner
     * @see EffectStore#begin
     */
    public EffectRecord begin(long fencingToken, EffectStart start, Instant now) {
        end(start.earlier(), now);
        EffectRecord known = effects.get(start.id());
        return known != null && (!start.isAgain() || known.status() == EffectStatus.DONE)
                ? known.at(now)
                : put(start.begun(known, fencingToken, now));
    }

    /**
     * Begins an effect that the visits of this run share, and nobody else: the place that began it last holds it, and
     * the others are copies.
     *
     * @see EffectStore#begin
     */
    public EffectRecord beginShared(long fencingToken, EffectStart start, Instant now) {
        EffectRecord held = effects.values().stream()
                .filter(effect -> effect.isKeyed() && !effect.isOfAnotherRun() && isAlike(effect, start.id()))
                .reduce((earlier, later) -> later)
                .orElse(null);
        if (held != null && held.id().visit() != start.id().visit()) {
            end(start.earlier(), now);
            copy(held, start, now);
            if (!start.isAgain() || !KeyHolder.of(0, held.at(now)).canMove()) {
                return get(start.id(), now);
            }
        }
        return begin(fencingToken, start, now);
    }

    private static boolean isAlike(EffectRecord effect, EffectId key) {
        return effect.id().name().equals(key.name()) && effect.id().item().equals(key.item());
    }

    /** Copies an effect of another place with the same business key, unless this place has a result. */
    void copy(EffectRecord held, EffectStart start, Instant now) {
        EffectRecord known = effects.get(start.id());
        if (known == null || known.status() != EffectStatus.DONE) {
            put(start.copied(known, held, now));
        }
    }

    /** Records how calls have ended. */
    public void end(List<EffectEnd> ends, Instant now) {
        for (EffectEnd end : ends) {
            EffectRecord known = effects.get(end.id());
            if (known != null && known.status() == EffectStatus.STARTED) {
                put(known.ended(end, now));
            }
        }
    }

    /** Nobody ends the started effects of a run that has ended, or those for which the run has parked. */
    public void stopped(StopReason why, Instant now) {
        boolean isEnd = why.status().isEnd();
        if (isEnd || why instanceof StopReason.Parked) {
            effects.replaceAll((id, effect) -> effect.status() == EffectStatus.STARTED
                            && (isEnd ? !effect.isOfAnotherRun() : effect.parksInDoubt())
                    ? effect.with(EffectStatus.IN_DOUBT, null, null, now)
                    : effect);
        }
    }

    /**
     * Records a person's decision.
     *
     * @return the effect as it is now; null if it was not in doubt
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such effect
     */
    public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution, Instant now) {
        EffectRecord known = effects.get(resolution.id());
        if (known == null) {
            throw resolution.id().notFound(key);
        }
        return known.status() == EffectStatus.IN_DOUBT ? put(resolved(known, resolution, now)) : null;
    }

    /**
     * Resolves the effects with the business key of another run's effect, if nobody can be in their call.
     *
     * @return the effects as they are now
     */
    List<EffectRecord> resolveKey(EffectResolution resolution, Instant now) {
        List<EffectRecord> resolved = effects.values().stream()
                .filter(effect -> isOpen(effect, resolution.id(), now))
                .map(effect -> resolved(effect, resolution, now))
                .toList();
        resolved.forEach(this::put);
        return resolved;
    }

    private static EffectRecord resolved(EffectRecord effect, EffectResolution resolution, Instant now) {
        return effect.with(resolution.status(), resolution.result(), resolution.by(), now);
    }

    private static boolean isOpen(EffectRecord effect, EffectId key, Instant now) {
        return effect.isKeyed()
                && isAlike(effect, key)
                && (effect.status() == EffectStatus.IN_DOUBT
                        || (effect.status() == EffectStatus.STARTED
                                && effect.callUntil().isBefore(now)));
    }

    /** Reads an effect, which has to exist. */
    EffectRecord get(EffectId id, Instant now) {
        return Objects.requireNonNull(effects.get(id)).at(now);
    }

    boolean isAnyInDoubt(long visit) {
        return effects.values().stream()
                .anyMatch(effect ->
                        effect.status() == EffectStatus.IN_DOUBT && effect.id().visit() == visit);
    }

    /** The effects in doubt, as they are at a time. */
    List<EffectRecord> inDoubt(Instant now) {
        return effects.values().stream()
                .filter(effect -> effect.status() == EffectStatus.IN_DOUBT)
                .map(effect -> effect.at(now))
                .toList();
    }

    /**
     * Forgets the effects of a visit that the run has left, except those in doubt and those that later visits share.
     */
    public void forgetVisit(long visit) {
        effects.values()
                .removeIf(effect -> effect.id().visit() == visit
                        && effect.status() != EffectStatus.IN_DOUBT
                        && (!effect.isKeyed() || effect.isOfAnotherRun()));
    }

    /** All effects, as they are at a time. */
    public List<EffectRecord> all(Instant now) {
        return effects.values().stream().map(effect -> effect.at(now)).toList();
    }
}
