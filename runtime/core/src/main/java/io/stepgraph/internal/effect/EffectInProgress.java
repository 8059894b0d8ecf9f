package io.stepgraph.internal.effect;

import io.stepgraph.internal.step.AttemptEffects;
import io.stepgraph.internal.step.AttemptOverException;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.internal.step.InDoubtPolicy;
import io.stepgraph.internal.step.Log;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.EffectNotPerformedException;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One effect while an attempt performs it. */
final class EffectInProgress<R, T> {
    private final EffectRunner ledger;
    private final EffectRequest<R, T> effect;
    private final EffectValues<R, T> values;
    private final EffectStart start;
    private final AttemptEffects attempt;

    /** When this thread was about to record that a call begins. */
    private long begunAt;

    EffectInProgress(
            EffectRunner ledger,
            EffectRequest<R, T> effect,
            EffectValues<R, T> values,
            EffectStart start,
            AttemptEffects attempt) {
        this.ledger = ledger;
        this.effect = effect;
        this.values = values;
        this.start = start;
        this.attempt = attempt;
        this.begunAt = ledger.time().nanos();
    }

    /** Follows the policy for an effect that was begun before and is not done (E4). */
    <X extends Exception> @Nullable T again(EffectRecord found, EffectCall<R, T, X> call) throws X {
        boolean isInDoubt = found.status() != EffectStatus.FAILED;
        if (isInDoubt && effect.policy() instanceof InDoubtPolicy.Park) {
            throw park("the process that called it did not record its end");
        }
        if (isInDoubt && effect.policy() instanceof InDoubtPolicy.Reconcile) {
            awaitLastCall(found);
        } else {
            values.checkReadable(found);
        }
        begunAt = ledger.time().nanos();
        EffectRecord begun = ledger.begin(start.again(), attempt);
        if (begun.isOfAnotherRun()) {
            // It began a call in the meantime.
            return ledger.perform(effect, call, attempt);
        }
        if (!ledger.isBegun(begun, effect)) {
            throw attempt.abort("Effect '" + effect.label() + "' was changed from outside.");
        }
        if (isInDoubt && effect.policy() instanceof InDoubtPolicy.Reconcile<T> reconcile) {
            Optional<T> performed = reconciled(reconcile.lookup(), begun.key());
            attempt.checkCancelled();
            // Restarted, so that the lookup takes no time from the call.
            return performed.isPresent() ? done(performed.get()) : ledger.perform(effect, call, attempt);
        }
        return call(begun, call);
    }

    /** The call of another owner may still arrive until its time is over. The call of this owner has ended. */
    private void awaitLastCall(EffectRecord found) {
        Duration left = EffectRunner.left(found);
        if (!ledger.isOwn(found) && !left.isNegative()) {
            ledger.await(new CountDownLatch(1), left, attempt);
        }
    }

    private Optional<T> reconciled(Effect.Lookup<T> lookup, String key) {
        CountDownLatch inProgress = CallsInProgress.begin(key);
        try {
            Optional<T> performed = lookUp(lookup, key);
            if (performed.isEmpty()) {
                notPerformed();
            }
            return performed;
        } finally {
            CallsInProgress.end(key, inProgress);
        }
    }

    private Optional<T> lookUp(Effect.Lookup<T> lookup, String key) {
        ledger.confirmLease(attempt);
        attempt.checkCancelled();
        CallTimer timer = new CallTimer(effect.callTimeout());
        try {
            Optional<T> found = lookup.find(key);
            check(found);
            return found;
        } catch (RuntimeException refused) {
            throw refused;
        } catch (Exception silent) {
            boolean isOverdue = timer.hasInterrupted();
            if (silent instanceof InterruptedException && !isOverdue) {
                throw EffectRunner.interrupted(attempt);
            }
            throw new TransientException(
                    "Effect '" + effect.label() + "' of step '" + effect.step() + "' cannot be reconciled: "
                            + (isOverdue ? "the lookup took longer than " + effect.callTimeout() : silent),
                    silent);
        } finally {
            timer.stop();
        }
    }

    /** Null and raw types get past the compiler. */
    private void check(@Nullable Object found) {
        Object result = found instanceof Optional<?> optional ? optional.orElse(null) : null;
        if (found != null
                && (result == null
                        || effect.resultType() == Void.class
                        || effect.resultType().isInstance(result))) {
            return;
        }
        throw new IllegalStateException("The reconcile function of effect '" + effect.label() + "' of step '"
                + effect.step() + "' returned "
                + (result == null
                        ? "null"
                        : "an Optional of a " + result.getClass().getName())
                + " instead of an Optional<" + effect.resultType().getSimpleName()
                + ">. Return the result, or Optional.empty() if the remote system has had no call with the key."
                + " The effect stays in doubt.");
    }

    private void notPerformed() {
        ledger.endNow(new EffectEnd(start.id(), EffectStatus.FAILED, null), attempt);
    }

    /** Makes the call, which the store knows to begin. */
    <X extends Exception> @Nullable T call(EffectRecord begun, EffectCall<R, T, X> call) throws X {
        R request = values.request(begun);
        boolean isRepeatable = effect.policy() instanceof InDoubtPolicy.RetryWithSameKey;
        CountDownLatch inProgress = CallsInProgress.begin(begun.key());
        try {
            ledger.confirmLease(attempt);
            attempt.checkCancelled();
            long left = nanosLeft();
            if (left > 0) {
                return done(timed(begun.key(), request, Duration.ofNanos(left), call));
            }
            // Another run may be in the call by now. If an earlier call is in doubt, it stays so.
            if (!isRepeatable) {
                notPerformed();
            }
        } finally {
            CallsInProgress.end(begun.key(), inProgress);
        }
        return isRepeatable ? again(begun, call) : ledger.perform(effect, call, attempt);
    }

    /** What is left until the stored end of the call, which others wait for. */
    private long nanosLeft() {
        return Time.nanos(effect.callTimeout()) - (ledger.time().nanos() - begunAt);
    }

    private <X extends Exception> @Nullable T timed(String key, R request, Duration left, EffectCall<R, T, X> call)
            throws X {
        try {
            CallTimer timer = new CallTimer(left);
            try {
                return call.perform(key, request);
            } finally {
                timer.stop();
            }
        } catch (Throwable thrown) {
            failed(thrown);
            throw thrown;
        }
    }

    private @Nullable T done(@Nullable T result) {
        Json stored;
        try {
            stored = values.result(result);
        } catch (RuntimeException unstorable) {
            failed(unstorable);
            throw unstorable;
        }
        ledger.end(effect, new EffectEnd(start.id(), EffectStatus.DONE, stored), attempt);
        return values.read(stored);
    }

    /** Returns if the step sees the exception. */
    private void failed(Throwable thrown) {
        if (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError)) {
            return;
        }
        if (provesNothingHappened(thrown)) {
            ledger.end(effect, new EffectEnd(start.id(), EffectStatus.FAILED, null), attempt);
        } else if (effect.policy() instanceof InDoubtPolicy.Park) {
            Log.effectInDoubt(ledger.runId(), effect.label(), thrown);
            throw park("its call ended with " + thrown);
        }
    }

    private boolean provesNothingHappened(Throwable thrown) {
        return thrown instanceof EffectNotPerformedException
                || effect.notPerformedOn().stream().anyMatch(type -> type.isInstance(thrown));
    }

    private AttemptOverException park(String why) {
        String reason = effect.inDoubt(why);
        attempt.park(reason);
        return new AttemptOverException(reason);
    }
}
