package io.stepgraph.testkit;

import io.stepgraph.internal.step.ApprovedStepEffect;
import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.ApprovedOnce;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.Once;
import java.time.Duration;
import java.util.UUID;

/**
 * Calls a port that takes {@link Once} or {@link ApprovedOnce} in a test of its own: outside of tests, only an effect
 * can (A6).
 */
public final class Effects {
    private Effects() {}

    /**
     * Calls a port with a request and a new key.
     *
     * <pre>{@code
     * Receipt receipt = Effects.perform(new Refund("order-1", 500), payments::pay);
     * }</pre>
     *
     * @param request what is asked of the remote system
     * @param port the method of the port
     * @param <R> the type of the request
     * @param <T> the type of the result
     * @param <X> what the port throws
     * @return what the port returns
     * @throws X what the port throws
     */
    public static <R, T, X extends Exception> T perform(R request, Effect.Port<R, T, X> port) throws X {
        return new Single<R, T>(request).perform(port);
    }

    /**
     * Calls a port that takes {@link ApprovedOnce}, as an effect that performs an approved action does.
     *
     * <pre>{@code
     * Receipt receipt = Effects.performApproved(new Refund("order-1", 500), payments::pay);
     * }</pre>
     *
     * @param action the action
     * @param port the method of the port
     * @param <R> the type of the action
     * @param <T> the type of the result
     * @param <X> what the port throws
     * @return what the port returns
     * @throws X what the port throws
     */
    public static <R, T, X extends Exception> T performApproved(R action, ApprovedEffect.Port<R, T, X> port) throws X {
        return new ApprovedStepEffect<>(new Single<R, T>(action)).perform(port);
    }

    /** An effect without a ledger. */
    private record Single<R, T>(R request) implements Effect<R, T> {
        @Override
        public Effect<R, T> item(String item) {
            return this;
        }

        @Override
        public Effect<R, T> key(String businessKey) {
            return this;
        }

        @Override
        public Effect<R, T> retryWithSameKey() {
            return this;
        }

        @Override
        public Effect<R, T> reconcile(Lookup<T> lookup) {
            return this;
        }

        @Override
        public Effect<R, T> firstRequestWins() {
            return this;
        }

        @Override
        public Effect<R, T> notPerformedOn(Class<? extends Exception> type) {
            return this;
        }

        @Override
        public Effect<R, T> callTimeout(Duration timeout) {
            return this;
        }

        @Override
        public <X extends Exception> T call(EffectCall<R, T, X> call) throws X {
            return call.perform(UUID.randomUUID().toString(), request);
        }
    }
}
