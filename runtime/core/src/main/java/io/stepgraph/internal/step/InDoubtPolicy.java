package io.stepgraph.internal.step;

import io.stepgraph.runtime.Effect;

/**
 * The action for an effect in doubt (E4).
 *
 * @param <T> the type of the result
 */
public sealed interface InDoubtPolicy<T> {

    /** The run parks, and a person resolves the effect. */
    record Park<T>() implements InDoubtPolicy<T> {}

    /** The effect is called again with the same key. */
    record RetryWithSameKey<T>() implements InDoubtPolicy<T> {}

    /** The remote system is asked first. */
    record Reconcile<T>(Effect.Lookup<T> lookup) implements InDoubtPolicy<T> {}
}
