package io.stepgraph.runtime;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A side effect that a step performs once in a visit, such as a charge or a mail (E1). {@link StepContext#once} gives
 * it; the methods set what the effect needs, and {@link #call} or {@link #perform} performs it, or returns the stored
 * result of an earlier call.
 *
 * <pre>{@code
 * Receipt receipt = context.once("refund", request, Receipt.class)
 *         .retryWithSameKey()
 *         .call((key, stored) -> payments.refund(stored, key));
 * }</pre>
 *
 * <p>The store records that a call begins before it is made, and its result after it. If the process dies in between,
 * or the call throws, nobody knows whether the effect was performed: it is <em>in doubt</em>. Then one of these follows
 * (E4):
 *
 * <ul>
 *   <li>{@link #retryWithSameKey}: the effect is called again with the same key, and the remote system ignores the
 *   repeat.
 *   <li>{@link #reconcile}: the remote system is asked whether the key was used.
 *   <li>Otherwise the run parks until a person resolves the effect.
 * </ul>
 *
 * <p>A step that has failed for good with an effect in doubt parks the run, too, in place of its {@code onFailure}
 * step, unless it says {@code inDoubt = true}.
 *
 * <p>One thread uses an effect. Effects of one step may be called from several threads, best in
 * {@link StepContext#together together}, if each has an {@linkplain #item item} or a {@linkplain #key business key}.
 *
 * @param <R> the type of the request
 * @param <T> the type of the result
 */
public interface Effect<R, T> {

    /**
     * Names the part of a step's work that this effect belongs to, for steps that perform an effect of one name several
     * times: a customer, an order line. Without an item, such effects are told apart by the order of their calls. So
     * effects that are called in {@link StepContext#together together}, or from other threads than the step's own, need
     * an item or a business key.
     *
     * @param item a text that is the same whenever the step is repeated; at most 200 characters
     * @return this
     * @throws IllegalArgumentException if the text is empty or too long
     * @throws IllegalStateException if the effect has a {@linkplain #key business key}, which takes the place of an
     *     item
     */
    Effect<R, T> item(String item);

    /**
     * Names the thing that the effect is about, for example the number of an order. For one such business key, effects
     * of one name are performed <em>once in the namespace</em>, whatever run, visit or step asks for it. A run that
     * comes later gets the stored result. While another run may be in the call, this one waits; it never makes a second
     * call at the same time. The store keeps the business key when the run is deleted, until {@code pruneKeys} deletes
     * it (E2). A step may also call the effect several times, one call after the other.
     *
     * <p>The remote system gets the same key for the same business key. A request that differs from the first one is
     * the error {@link ErrorCode#EFFECT_CONFLICT}, as in a repeated step, unless {@link #firstRequestWins} is set.
     *
     * @param businessKey a text of at most 200 characters
     * @return this
     * @throws IllegalArgumentException if the text is empty or too long
     * @throws IllegalStateException if the effect has an {@linkplain #item item}
     */
    Effect<R, T> key(String businessKey);

    /**
     * Declares that the remote system performs calls with one key at most once. An effect in doubt is called again with
     * the same key.
     *
     * @return this
     */
    Effect<R, T> retryWithSameKey();

    /**
     * Asks the remote system about an effect in doubt. A runner that finds the effect waits until the time of the
     * earlier call is over, so that the question does not overtake it. The question has the time of a call, too: after
     * that, the thread is interrupted.
     *
     * @param lookup returns the result of the call with a key; empty if there was no such call, and then the effect is
     *     called
     * @return this
     */
    Effect<R, T> reconcile(Lookup<T> lookup);

    /**
     * Accepts that a repeated step makes the request again with other content, for example because a model words it
     * differently: the stored request and its result count. Without this, a different request is an {@link
     * StepgraphException}, and the run parks (E2).
     *
     * @return this
     */
    Effect<R, T> firstRequestWins();

    /**
     * Names the exceptions of the call which prove that the effect was not performed, as
     * {@link EffectNotPerformedException} does. Subtypes count. After such an exception the effect is not in doubt, and
     * the next attempt calls it again.
     *
     * @param type the type of exceptions
     * @return this
     */
    Effect<R, T> notPerformedOn(Class<? extends Exception> type);

    /**
     * Limits the time of one call; one minute unless set. When the time is over, the thread of the call is interrupted,
     * and the effect is in doubt unless the call then returns. An {@link InterruptedException} of the call becomes a
     * {@link TransientException}.
     *
     * @param timeout the time, longer than zero
     * @return this
     * @throws IllegalArgumentException if the time is not longer than zero
     */
    Effect<R, T> callTimeout(Duration timeout);

    /**
     * Performs the effect, or returns the result that an earlier call of this visit has stored.
     *
     * @param <X> what the call throws
     * @param call calls the remote system
     * @return the result; that of the first call that succeeded. Null if the type of the result is {@link Void}
     * @throws X if the call throws it, and the policy lets the step handle it
     * @throws StepgraphException with {@link ErrorCode#EFFECT_CONFLICT} if an earlier attempt, or another run with this
     *     business key, has made another request; the run parks
     * @throws NotStorableException if the request or the result cannot be stored
     * @throws IllegalStateException if this is called inside another effect, or from another thread without an item
     */
    <X extends Exception> T call(EffectCall<R, T, X> call) throws X;

    /**
     * Does what {@link #call} does, by a method of a port that takes {@link Once}, such as {@code payments::pay}: one
     * that nothing but an effect can call.
     *
     * @param <X> what the port throws
     * @param port calls the remote system
     * @return as {@link #call}
     * @throws X if the port throws it, and the policy lets the step handle it
     */
    default <X extends Exception> T perform(Port<R, T, X> port) throws X {
        Objects.requireNonNull(port, "port");
        return call((key, request) -> {
            Once<R> once = new Once<>(key, request);
            try {
                return port.perform(once);
            } finally {
                once.end();
            }
        });
    }

    /**
     * A method of a port that performs an effect.
     *
     * @param <R> the type of the request
     * @param <T> the type of the result
     * @param <X> the checked exception that it throws
     */
    @FunctionalInterface
    interface Port<R, T, X extends Exception> {

        /**
         * Calls the remote system.
         *
         * @param once the key and the stored request, valid until this returns
         * @return the result; null only if its type is {@link Void}
         * @throws X if the call fails
         */
        T perform(Once<R> once) throws X;
    }

    /**
     * Asks a remote system for the result of a call.
     *
     * @param <T> the type of the result
     */
    @FunctionalInterface
    interface Lookup<T> {

        /**
         * Finds the result of the call with a key.
         *
         * @param key the key
         * @return the result; empty, and not null, if the remote system has had no call with this key
         * @throws Exception if the remote system does not answer; the attempt fails, and the effect stays in doubt
         */
        Optional<T> find(String key) throws Exception;
    }
}
