package io.stepgraph.internal.step;

import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectCall;
import java.time.Duration;

/**
 * An effect that performs an approved action: the only class that is one, and no {@link Effect}, which any class may
 * be. Public for the testkit.
 *
 * @param effect performs the action
 */
public record ApprovedStepEffect<R, T>(Effect<R, T> effect) implements ApprovedEffect<R, T> {

    @Override
    public ApprovedStepEffect<R, T> item(String item) {
        effect.item(item);
        return this;
    }

    @Override
    public ApprovedStepEffect<R, T> key(String businessKey) {
        effect.key(businessKey);
        return this;
    }

    @Override
    public ApprovedStepEffect<R, T> retryWithSameKey() {
        effect.retryWithSameKey();
        return this;
    }

    @Override
    public ApprovedStepEffect<R, T> reconcile(Effect.Lookup<T> lookup) {
        effect.reconcile(lookup);
        return this;
    }

    @Override
    public ApprovedStepEffect<R, T> notPerformedOn(Class<? extends Exception> type) {
        effect.notPerformedOn(type);
        return this;
    }

    @Override
    public ApprovedStepEffect<R, T> callTimeout(Duration timeout) {
        effect.callTimeout(timeout);
        return this;
    }

    @Override
    public <X extends Exception> T call(EffectCall<R, T, X> call) throws X {
        return effect.call(call);
    }
}
