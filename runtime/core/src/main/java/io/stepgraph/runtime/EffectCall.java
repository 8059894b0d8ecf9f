package io.stepgraph.runtime;

/**
 * The call of a remote system that performs an {@link Effect}.
 *
 * @param <R> the type of the request
 * @param <T> the type of the result
 * @param <X> the checked exception that the call throws
 */
@FunctionalInterface
public interface EffectCall<R, T, X extends Exception> {

    /**
     * Calls the remote system.
     *
     * @param key the key of this effect: the same in all repeats, different for all other effects; to be passed on as
     *     the idempotency key
     * @param request the request as it was stored by the first attempt, which counts
     * @return the result; null only if its type is {@link Void}
     * @throws X if the call fails
     */
    T perform(String key, R request) throws X;
}
