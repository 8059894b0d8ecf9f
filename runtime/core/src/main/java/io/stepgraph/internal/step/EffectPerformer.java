package io.stepgraph.internal.step;

import io.stepgraph.runtime.EffectCall;
import org.jspecify.annotations.Nullable;

/** Performs the effects of one run. Each engine brings its own. */
public interface EffectPerformer {

    /**
     * Performs an effect, or returns its stored result.
     *
     * @param attempt the attempt that asks for it, which the performer can end
     * @return the result; null if the effect has none
     * @throws X if the call throws it
     */
    <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt) throws X;

    /** Whether an earlier attempt of the visit has begun the effect with this item. */
    default boolean hasBegun(long visit, String name, String item, AttemptEffects attempt) {
        return false;
    }
}
