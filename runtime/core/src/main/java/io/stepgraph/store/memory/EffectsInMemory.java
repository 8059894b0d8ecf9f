package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The effects of one run in memory, in the order in which they were begun: what {@link EffectStore} says of each write, for
 * effects without a business key. Not safe for use by many threads.
 */
public final class EffectsInMemory {
    private final Map<EffectId, EffectRecord> effects = new LinkedHashMap<>();

    /** Without effects. */
    public EffectsInMemory() {}

    /** With the effects that another one had. */
    public EffectsInMemory(List<EffectRecord> known) {
        known.forEach(effect -> effects.put(effect.id(), effect));
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
        if (known != null && (!start.isAgain() || known.status() == EffectStatus.DONE)) {
            return at(known, now);
        }
        EffectRecord begun = begun(known, fencingToken, start, now);
        effects.put(start.id(), begun);
        return begun;
    }

    private static EffectRecord begun(@Nullable EffectRecord known, long fencingToken, EffectStart start, Instant now) {
        return new EffectRecord(
                start.id(),
                start.step(),
                EffectStatus.STARTED,
                fencingToken,
                start.attempt(),
                start.isKeyed(),
                known == null ? start.key() : known.key(),
                known == null ? start.request() : known.request(),
                start.resultSchema(),
                null,
                start.parksInDoubt(),
                known == null ? now : known.startedAt(),
                start.callTimeout(),
                now.plus(start.callTimeout()),
                null,
                now);
    }

    /** Copies an effect of another place with the same business key, unless this place has a result. */
    void copy(EffectRecord held, EffectStart start, Instant now) {
        EffectRecord known = effects.get(start.id());
        if (known != null && known.status() == EffectStatus.DONE) {
            return;
        }
        effects.put(
                start.id(),
                new EffectRecord(
                        start.id(),
                        start.step(),
                        held.status(),
                        0,
                        0,
                        true,
                        held.key(),
                        held.request(),
                        start.resultSchema(),
                        held.result(),
                        start.parksInDoubt(),
                        known == null ? now : known.startedAt(),
                        held.callTimeout(),
                        held.callUntil(),
                        null,
                        now));
    }

    /** Records how calls have ended. */
    public void end(List<EffectEnd> ends, Instant now) {
        ends.forEach(end -> end(end, now));
    }

    void end(EffectEnd end, Instant now) {
        EffectRecord known = effects.get(end.id());
        if (known != null && known.status() == EffectStatus.STARTED) {
            effects.put(end.id(), with(known, end.status(), end.result(), null, now));
        }
    }

    /** Nobody ends the started effects of a run that has ended, or those for which the run has parked. */
    public void stopped(StopReason why, Instant now) {
        boolean isEnd = why.status().isEnd();
        if (isEnd || why instanceof StopReason.Parked) {
            effects.replaceAll((id, effect) -> effect.status() == EffectStatus.STARTED
                            && (isEnd ? !effect.isOfAnotherRun() : effect.parksInDoubt())
                    ? with(effect, EffectStatus.IN_DOUBT, null, null, now)
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
        if (known.status() != EffectStatus.IN_DOUBT) {
            return null;
        }
        EffectRecord resolved = with(known, resolution.status(), resolution.result(), resolution.by(), now);
        effects.put(resolution.id(), resolved);
        return resolved;
    }

    /**
     * Resolves the effects with the business key of another run's effect, if nobody can be in their call.
     *
     * @return whether there are any
     */
    boolean resolveKey(EffectResolution resolution, Instant now) {
        List<EffectRecord> resolved = effects.values().stream()
                .filter(effect -> isResolved(effect, resolution.id(), now))
                .map(effect -> with(effect, resolution.status(), resolution.result(), resolution.by(), now))
                .toList();
        resolved.forEach(effect -> effects.put(effect.id(), effect));
        return !resolved.isEmpty();
    }

    private static boolean isResolved(EffectRecord effect, EffectId key, Instant now) {
        boolean isOpen = effect.status() == EffectStatus.IN_DOUBT
                || (effect.status() == EffectStatus.STARTED
                        && effect.callUntil().isBefore(now));
        return isOpen
                && effect.isKeyed()
                && effect.id().name().equals(key.name())
                && effect.id().item().equals(key.item());
    }

    /** Reads an effect, which has to exist. */
    EffectRecord get(EffectId id, Instant now) {
        return at(Objects.requireNonNull(effects.get(id)), now);
    }

    boolean isAnyInDoubt(long visit) {
        return effects.values().stream()
                .anyMatch(effect ->
                        effect.status() == EffectStatus.IN_DOUBT && effect.id().visit() == visit);
    }

    /** The effects in doubt, as they are at a time. */
    List<EffectRecord> inDoubt(Instant now) {
        return all(now).stream()
                .filter(effect -> effect.status() == EffectStatus.IN_DOUBT)
                .toList();
    }

    /** Forgets the effects of a visit that the run has left, except those in doubt. */
    public void forgetVisit(long visit) {
        effects.values().removeIf(effect -> effect.id().visit() == visit && effect.status() != EffectStatus.IN_DOUBT);
    }

    /** All effects, as they are at a time. */
    public List<EffectRecord> all(Instant now) {
        return effects.values().stream().map(effect -> at(effect, now)).toList();
    }

    private static EffectRecord at(EffectRecord known, Instant now) {
        return with(known, known.status(), known.result(), null, now);
    }

    private static EffectRecord with(
            EffectRecord known, EffectStatus status, @Nullable Json result, @Nullable String by, Instant now) {
        return new EffectRecord(
                known.id(),
                known.step(),
                status,
                known.fencingToken(),
                known.attempt(),
                known.isKeyed(),
                known.key(),
                known.request(),
                known.resultSchema(),
                result,
                known.parksInDoubt(),
                known.startedAt(),
                known.callTimeout(),
                known.callUntil(),
                by == null ? known.resolvedBy() : by,
                now);
    }
}
