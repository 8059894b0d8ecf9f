package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of an effect that is about to begin.
 *
 * @param id its place
 * @param shownItem the item that people are shown where its place has that of an approval (A5); null if there is none
 * @param step the step that performs it
 * @param attempt the attempt that calls it
 * @param isAgain whether a call that has begun before is made again; never after it is {@code DONE}
 * @param isKeyed whether the item of its place is a business key, so that other runs of the namespace share the effect
 * @param key the key that the remote system gets; the key that is stored first stays
 * @param request the request as JSON; the request that is stored first stays
 * @param resultSchema the JSON Schema of the result, so that a tool without the user's classes can check a resolution;
 *     null if the effect has no result
 * @param parksInDoubt whether the run parks if the effect is in doubt
 * @param isRepeatable whether another call under the same key does no harm, so that this write has to survive the end
 *     of the program, but not a power cut or a crash of the database (E3); never if it is keyed
 * @param callTimeout how long the call takes at most, by the store's clock
 * @param earlier the ends of earlier effects of this run, written in the same transaction (E3)
 */
public record EffectStart(
        EffectId id,
        @Nullable String shownItem,
        String step,
        int attempt,
        boolean isAgain,
        boolean isKeyed,
        String key,
        Json request,
        @Nullable Json resultSchema,
        boolean parksInDoubt,
        boolean isRepeatable,
        Duration callTimeout,
        List<EffectEnd> earlier) {

    /** Copies the list, and cuts the times to the {@link Horizon}. */
    public EffectStart {
        callTimeout = Horizon.within(callTimeout);
        earlier = List.copyOf(earlier);
    }

    /** The effect once its first call has begun under a fencing token, at a time of the store's clock. */
    public EffectRecord begun(long fencingToken, Instant now) {
        return begun(null, fencingToken, now);
    }

    /**
     * The effect once this call has begun.
     *
     * @param known the effect as an earlier call has left it; null if this is the first
     */
    public EffectRecord begun(@Nullable EffectRecord known, long fencingToken, Instant now) {
        return new EffectRecord(
                id,
                known == null ? shownItem : known.shownItem(),
                step,
                EffectStatus.STARTED,
                fencingToken,
                attempt,
                isKeyed,
                known == null ? key : known.key(),
                known == null ? request : known.request(),
                resultSchema,
                null,
                parksInDoubt,
                known == null ? now : known.startedAt(),
                callTimeout,
                now.plus(callTimeout),
                null,
                now);
    }

    /**
     * The effect as another place with its business key has recorded it.
     *
     * @param known the effect as it stands here; null if there is none
     * @param held the effect at the place that holds the key
     */
    public EffectRecord copied(@Nullable EffectRecord known, EffectRecord held, Instant now) {
        return new EffectRecord(
                id,
                known == null ? shownItem : known.shownItem(),
                step,
                held.status(),
                0,
                0,
                true,
                held.key(),
                held.request(),
                resultSchema,
                held.result(),
                parksInDoubt,
                known == null ? now : known.startedAt(),
                held.callTimeout(),
                held.callUntil(),
                null,
                now);
    }

    /** Returns the same start for a call that is made again. */
    public EffectStart again() {
        return with(true, earlier);
    }

    /** Returns the same start, written together with the ends of earlier effects. */
    public EffectStart after(List<EffectEnd> ends) {
        return with(isAgain, ends);
    }

    private EffectStart with(boolean isAgain, List<EffectEnd> earlier) {
        return new EffectStart(
                id,
                shownItem,
                step,
                attempt,
                isAgain,
                isKeyed,
                key,
                request,
                resultSchema,
                parksInDoubt,
                isRepeatable,
                callTimeout,
                earlier);
    }
}
