package io.stepgraph.temporal;

import io.stepgraph.internal.step.AttemptEffects;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.runtime.EffectCall;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** The effects of one visit, a few at a time: the workflow keeps room for the result of each that is in progress. */
final class BoundedEffects implements EffectPerformer {
    private static final int MOST_AT_ONCE = 3;

    private final EffectPerformer effects;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);

    BoundedEffects(EffectPerformer effects) {
        this.effects = effects;
    }

    @Override
    public <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt) throws X {
        // An interrupt reaches the effects that hold the places.
        attempt.waits(true);
        places.acquireUninterruptibly();
        attempt.waits(false);
        try {
            attempt.checkCancelled();
            attempt.checkGoesOn();
            return effects.perform(effect, call, attempt);
        } finally {
            places.release();
        }
    }

    @Override
    public boolean hasBegun(long visit, String name, String item, AttemptEffects attempt) {
        return effects.hasBegun(visit, name, item, attempt);
    }
}
