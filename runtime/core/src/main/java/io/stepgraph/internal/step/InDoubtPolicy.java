package io.stepgraph.internal.step;

import io.stepgraph.runtime.Effect;

/**
 * The action for an effect in doubt (E4).
 *
 * @param <T> the type of the result
 */
public sealed interface InDoubtPolicy<T> {

    /**
     * Whether the effect may be called again without a person, so that the record of its end need not be durable at
     * once (E3).
     */
    boolean isRepeatSafe();

    /** The run parks, and a person resolves the effect. */
    record Park<T>() implements InDoubtPolicy<T> {
        @Override
        public boolean isRepeatSafe() {
            return false;
        }
    }

    /** The effect is called again with the same key. */
    record RetryWithSameKey<T>() implements InDoubtPolicy<T> {
        @Override
        public boolean isRepeatSafe() {
            return true;
        }
    }

    /** The remote system is asked first. */
    record Reconcile<T>(Effect.Lookup<T> lookup) implements InDoubtPolicy<T> {
        @Override
        public boolean isRepeatSafe() {
            return true;
        }
    }
}
