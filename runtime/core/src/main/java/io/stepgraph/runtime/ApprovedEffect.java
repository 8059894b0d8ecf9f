package io.stepgraph.runtime;

import io.stepgraph.internal.step.ApprovedStepEffect;
import java.time.Duration;
import java.util.Objects;

/**
 * An {@link Effect} that performs an approved action, once for the approval (A5).
 * {@link StepContext#once(String, Answered.Part, Class)} gives it.
 *
 * <pre>{@code
 * Receipt receipt = context.once("refund", approval.part(Question::action), Receipt.class)
 *         .retryWithSameKey()
 *         .perform(payments::pay);
 * }</pre>
 *
 * <p>The approval tells the effect apart from all others: it needs neither an item nor a business key. One thread uses
 * it. No class of a program can be one; a test calls its port with {@code Effects} of {@code stepgraph-testkit}.
 *
 * @param <R> the type of the action
 * @param <T> the type of the result
 */
public sealed interface ApprovedEffect<R, T> permits ApprovedStepEffect {

    /**
     * Names the part of the step's work for messages. It is shown, and tells no effects apart.
     *
     * @param item a text of at most 200 characters
     * @return this
     * @throws IllegalArgumentException if the text is empty or too long
     */
    ApprovedEffect<R, T> item(String item);

    /**
     * Names the thing that the action is about, as {@link Effect#key} does: for it, effects of one name are performed
     * once in the namespace, whatever approval asks for it. It is stored with the approval.
     *
     * @param businessKey a text of the action, such as its order number
     * @return this
     * @throws IllegalArgumentException if the text is empty or too long; when the effect is performed, if it is no text
     *     of the action
     */
    ApprovedEffect<R, T> key(String businessKey);

    /**
     * Declares that the remote system performs calls with one key at most once, as {@link Effect#retryWithSameKey}
     * does.
     *
     * @return this
     */
    ApprovedEffect<R, T> retryWithSameKey();

    /**
     * Asks the remote system about an effect in doubt, as {@link Effect#reconcile} does.
     *
     * @param lookup returns the result of the call with a key; empty if there was no such call, and then the effect is
     *     called
     * @return this
     */
    ApprovedEffect<R, T> reconcile(Effect.Lookup<T> lookup);

    /**
     * Names the exceptions of the call which prove that the effect was not performed, as {@link Effect#notPerformedOn}
     * does.
     *
     * @param type the type of exceptions
     * @return this
     */
    ApprovedEffect<R, T> notPerformedOn(Class<? extends Exception> type);

    /**
     * Limits the time of one call, as {@link Effect#callTimeout} does.
     *
     * @param timeout the time, longer than zero
     * @return this
     * @throws IllegalArgumentException if the time is not longer than zero
     */
    ApprovedEffect<R, T> callTimeout(Duration timeout);

    /**
     * Performs the effect, or returns the result that an earlier call for this action has stored, as
     * {@link Effect#call} does.
     *
     * @param <X> what the call throws
     * @param call calls the remote system
     * @return the result; that of the first call that succeeded. Null if the type of the result is {@link Void}
     * @throws X if the call throws it, and the policy lets the step handle it
     * @throws IllegalArgumentException if the request is not the action that was approved; nothing is recorded then
     */
    <X extends Exception> T call(EffectCall<R, T, X> call) throws X;

    /**
     * Does what {@link #call} does, by a method of a port that takes {@link ApprovedOnce} or {@link Once}, such as
     * {@code payments::pay}.
     *
     * @param <X> what the port throws
     * @param port calls the remote system
     * @return as {@link #call}
     * @throws X if the port throws it, and the policy lets the step handle it
     */
    default <X extends Exception> T perform(Port<R, T, X> port) throws X {
        Objects.requireNonNull(port, "port");
        return call((key, request) -> {
            ApprovedOnce<R> once = new ApprovedOnce<>(key, request);
            try {
                return port.perform(once);
            } finally {
                once.end();
            }
        });
    }

    /**
     * A method of a port that performs an approved action.
     *
     * @param <R> the type of the action
     * @param <T> the type of the result
     * @param <X> the checked exception that it throws
     */
    @FunctionalInterface
    interface Port<R, T, X extends Exception> {

        /**
         * Calls the remote system.
         *
         * @param once the key and the stored action, valid until this returns
         * @return the result; null only if its type is {@link Void}
         * @throws X if the call fails
         */
        T perform(ApprovedOnce<R> once) throws X;
    }
}
