package io.stepgraph.internal.effect;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.ApprovedAction;
import io.stepgraph.internal.step.AttemptEffects;
import io.stepgraph.internal.step.AttemptOverException;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.InDoubtPolicy;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.KeyHolder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Performs the effects of one run through its ledger: no call is made before the ledger knows that it begins, and
 * none is made again unless its policy says so (E1, E3, E4).
 */
public final class EffectRunner implements EffectPerformer {
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** The calls that this process is making, by key: an abandoned attempt may still be in one (E5). */
    private static final ConcurrentMap<String, CountDownLatch> CALLS = new ConcurrentHashMap<>();

    private final RunLedger ledger;
    private final GraphCodecs<?> codecs;
    private final MachineClock clock;
    private @Nullable Known known;

    public EffectRunner(RunLedger ledger, GraphCodecs<?> codecs, MachineClock clock) {
        this.ledger = ledger;
        this.codecs = codecs;
        this.clock = clock;
    }

    @Override
    public <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt) throws X {
        if (effect.isKeyed()) {
            ledger.checkTakesKeys(effect.label());
        }
        EffectRequest<R, T> placed = attempt.isApproved() ? placed(effect, attempt) : effect;
        ApprovedAction action = placed.action();
        if (action != null && placed.isKeyed()) {
            storeKey(placed.keyOf(action), attempt);
        }
        return new Performance<>(placed, attempt).perform(call);
    }

    @Override
    public boolean hasBegun(long visit, String name, String item, AttemptEffects attempt) {
        EffectId id = new EffectId(visit, name, item, 0);
        return known(attempt).stream().anyMatch(found -> found.id().equals(id));
    }

    @SuppressWarnings("NullAway") // null is the only value of Void, the result of a call that does nothing
    private void storeKey(EffectRequest<String, Void> key, AttemptEffects attempt) {
        new Performance<>(key, attempt).perform((ledgerKey, businessKey) -> null);
    }

    /**
     * The effect at the place where this visit may have it already: that without an approval, if another build has
     * performed it there; or that of an approved action, if this build asks for it without one (A5).
     */
    private <R, T> EffectRequest<R, T> placed(EffectRequest<R, T> effect, AttemptEffects attempt) {
        List<EffectRecord> known = known(attempt);
        EffectRequest<R, T> unbound = effect.unbound();
        if (known.stream().anyMatch(found -> found.id().equals(RunLedger.id(unbound)))) {
            return effect.isKeyed() ? effect : unbound;
        }
        return known.stream()
                .filter(found -> found.isKeyed() && found.status() != EffectStatus.FAILED && effect.action() == null)
                .map(EffectRecord::id)
                .filter(id -> id.visit() == effect.visit() && id.name().equals(effect.name()))
                .map(EffectId::item)
                .filter(place -> ApprovedAction.isPlace(place) && !attempt.performs(effect.name(), place))
                .findFirst()
                .map(effect::at)
                .orElse(effect);
    }

    /** The effects of the run as they were when this attempt asked first. */
    private synchronized List<EffectRecord> known(AttemptEffects attempt) {
        Known last = known;
        if (last == null || last.attempt != attempt) {
            last = new Known(attempt, written(attempt, ledger::known));
            known = last;
        }
        return last.effects;
    }

    private record Known(AttemptEffects attempt, List<EffectRecord> effects) {}

    /** Returns the time for which the last call of an effect may still be on its way, by the store's clock. */
    static Duration left(EffectRecord found) {
        return Duration.between(found.readAt(), found.callUntil().plus(KeyHolder.MARGIN));
    }

    /** Whether this process is in the call of an effect: an abandoned attempt may be. */
    static boolean isCalled(EffectRecord effect) {
        return CALLS.containsKey(effect.key());
    }

    /** Makes a write of the ledger. If this process may have lost the run, the attempt is over. */
    private static <V> V written(AttemptEffects attempt, Supplier<V> write) {
        try {
            return write.get();
        } catch (StepgraphException failed) {
            if (failed.code() == ErrorCode.LEASE_LOST || failed instanceof StoreUnavailableException) {
                throw attempt.abort(String.valueOf(failed.getMessage()));
            }
            throw failed;
        }
    }

    /** One effect while an attempt performs it. */
    private final class Performance<R, T> {
        private final EffectRequest<R, T> effect;
        private final AttemptEffects attempt;
        private final EffectValues<R, T> values;
        private final EffectStart first;
        private Duration pause = SHORTEST_PAUSE;

        /** The time at which this thread was about to record that a call begins. */
        private long begunAt;

        private @Nullable T result;

        Performance(EffectRequest<R, T> effect, AttemptEffects attempt) {
            this.effect = effect;
            this.attempt = attempt;
            this.values = new EffectValues<>(codecs, effect);
            EffectId id = RunLedger.id(effect);
            this.first = new EffectStart(
                    id,
                    effect.shownItem(),
                    effect.step(),
                    effect.attempt(),
                    false,
                    effect.isShared(),
                    ledger.key(id, effect.isShared()),
                    values.request(),
                    values.resultSchema(),
                    effect.policy() instanceof InDoubtPolicy.Park,
                    effect.policy() instanceof InDoubtPolicy.RetryWithSameKey && !effect.isShared(),
                    effect.callTimeout(),
                    List.of());
        }

        /** Records that a call begins, and follows what the ledger says, until the effect is done. */
        <X extends Exception> @Nullable T perform(EffectCall<R, T, X> call) throws X {
            EffectStart start = first;
            Effect.@Nullable Lookup<T> lookup = null;
            while (true) {
                begunAt = clock.nanos();
                EffectRecord found = begin(start);
                if (found.isBegunBy(ledger.fencingToken(), effect.attempt())) {
                    if (isDone(found, start.isAgain(), lookup, call)) {
                        return result;
                    }
                    start = isRepeated() ? first.again() : first;
                    lookup = null;
                } else if (start.isAgain()) {
                    // Another run has begun a call in the meantime, or a person has decided.
                    start = first;
                    lookup = null;
                } else if (!hasWaited(found)) {
                    checkSameRequest(found);
                    if (found.status() == EffectStatus.DONE) {
                        return values.read(found.result());
                    }
                    lookup = followPolicy(found);
                    start = first.again();
                }
            }
        }

        /**
         * Makes the call that has begun, or asks the lookup whether an earlier call has arrived. Returns false if a new
         * call has to begin, which then has its full time.
         */
        private <X extends Exception> boolean isDone(
                EffectRecord begun, boolean isAgain, Effect.@Nullable Lookup<T> lookup, EffectCall<R, T, X> call)
                throws X {
            CountDownLatch inProgress = new CountDownLatch(1);
            CALLS.putIfAbsent(begun.key(), inProgress);
            try {
                // The last look: this process may have been frozen, and a later attempt may have begun before this one
                // was in CALLS.
                confirmLease();
                attempt.checkCancelled();
                if (lookup != null) {
                    Optional<T> performed = lookUp(lookup, begun.key());
                    attempt.checkCancelled();
                    if (performed.isPresent()) {
                        result = done(performed.get());
                        return true;
                    }
                } else {
                    R request = request(begun, isAgain);
                    // Until the stored end of the call, which others wait for.
                    long left = Nanos.of(effect.callTimeout()) - (clock.nanos() - begunAt);
                    if (left > 0) {
                        result = done(timed(begun.key(), request, Duration.ofNanos(left), call));
                        return true;
                    }
                }
                // Another run may be in the call by now. An earlier call that is repeated stays in doubt.
                if (!isRepeated()) {
                    end(EffectStatus.FAILED, null, true);
                }
                return false;
            } finally {
                CALLS.remove(begun.key(), inProgress);
                inProgress.countDown();
            }
        }

        /** The stored request. If it is no longer what was compared, the call is not made. */
        private R request(EffectRecord begun, boolean isAgain) {
            try {
                return values.request(begun.request());
            } catch (NotStorableException another) {
                if (!isAgain || !isRepeated()) {
                    end(EffectStatus.FAILED, null, false);
                }
                throw another;
            }
        }

        private boolean isRepeated() {
            return effect.policy() instanceof InDoubtPolicy.RetryWithSameKey;
        }

        /**
         * Waits a while if a call of the effect is in progress: one of an earlier attempt that this process still
         * makes, whatever its run has recorded since (E5), or one of another run with this business key (E2). False if
         * none is.
         */
        private boolean hasWaited(EffectRecord found) {
            CountDownLatch call = CALLS.get(found.key());
            boolean isInProgress = call != null || (found.isOfAnotherRun() && isWorthWaiting(found));
            if (found.status() == EffectStatus.DONE || !isInProgress) {
                return false;
            }
            attempt.waits(found.isOfAnotherRun() || found.status() != EffectStatus.STARTED);
            try {
                await(call, pause);
            } finally {
                attempt.waits(false);
            }
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            return true;
        }

        /**
         * Whether the call may be in progress: also that of a run that has ended (E7). Nobody will record the reply of
         * such a call, so an effect that parks in doubt does not wait for it.
         */
        private boolean isWorthWaiting(EffectRecord found) {
            boolean mayBeCalled = !left(found).isNegative();
            return switch (found.status()) {
                case STARTED -> mayBeCalled;
                case IN_DOUBT -> mayBeCalled && !(effect.policy() instanceof InDoubtPolicy.Park);
                case DONE, FAILED -> false;
            };
        }

        /** The policy for an effect that was begun before and is not done (E4). A lookup is to be asked first. */
        private Effect.@Nullable Lookup<T> followPolicy(EffectRecord found) {
            boolean isInDoubt = found.status() != EffectStatus.FAILED;
            if (isInDoubt && found.holdsRun(effect.visit())) {
                throw park("no person has resolved it yet");
            }
            if (isInDoubt && effect.policy() instanceof InDoubtPolicy.Park) {
                throw park("the process that called it did not record its end");
            }
            if (isInDoubt && effect.policy() instanceof InDoubtPolicy.Reconcile<T> reconcile) {
                // The call of another owner may still arrive until its time is over. The call of this owner has ended.
                Duration left = left(found);
                if (found.fencingToken() != ledger.fencingToken() && !left.isNegative()) {
                    await(null, left);
                }
                return reconcile.lookup();
            }
            values.checkReadable(found);
            return null;
        }

        private Optional<T> lookUp(Effect.Lookup<T> lookup, String key) {
            CallTimer timer = new CallTimer(effect.callTimeout());
            try {
                Optional<T> found = lookup.find(key);
                check(found);
                return found;
            } catch (RuntimeException refused) {
                throw refused;
            } catch (Exception silent) {
                boolean isOverdue = timer.hasInterrupted();
                if (silent instanceof InterruptedException interrupted && !isOverdue) {
                    throw attempt.interrupted(effect.label(), interrupted);
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

        private <X extends Exception> @Nullable T timed(String key, R request, Duration left, EffectCall<R, T, X> call)
                throws X {
            CallTimer timer = new CallTimer(left);
            try {
                try {
                    return call.perform(key, request);
                } finally {
                    timer.stop();
                }
            } catch (Throwable thrown) {
                failed(thrown);
                if (thrown instanceof InterruptedException && timer.hasInterrupted()) {
                    // Nobody has interrupted the step.
                    throw new TransientException(
                            "The call of effect '" + effect.label() + "' of step '" + effect.step()
                                    + "' took longer than " + effect.callTimeout() + ".",
                            thrown);
                }
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
            end(EffectStatus.DONE, stored, false);
            return values.read(stored);
        }

        /** Returns if the step sees the exception. */
        private void failed(Throwable thrown) {
            if (Failures.isBroken(thrown)) {
                return;
            }
            if (effect.provesNothingHappened(thrown)) {
                end(EffectStatus.FAILED, null, false);
            } else if (effect.policy() instanceof InDoubtPolicy.Park) {
                Log.effectInDoubt(ledger.run().id(), effect.label(), thrown);
                throw park("its call ended with " + thrown);
            }
        }

        private void checkSameRequest(EffectRecord found) {
            String difference = effect.firstRequestWins() ? null : values.difference(found);
            if (difference != null) {
                StepgraphException conflict = new StepgraphException(
                        ErrorCode.EFFECT_CONFLICT,
                        "Effect '" + effect.label() + "' of step '"
                                + effect.step() + "' was requested with another "
                                + (difference.isEmpty() ? "value" : difference)
                                + " before. "
                                + (ApprovedAction.isPlace(first.id().item())
                                        ? "An approved action is performed once: with one business key, or with none."
                                        : "Make the same request in each attempt, or call firstRequestWins()."));
                attempt.park(String.valueOf(conflict.getMessage()));
                throw conflict;
            }
        }

        private AttemptOverException park(String why) {
            String reason = effect.inDoubt(why);
            attempt.park(reason);
            return new AttemptOverException(reason);
        }

        /** Waits for a call of this process, or for a while if there is none. */
        private void await(@Nullable CountDownLatch call, Duration pause) {
            try {
                if (call == null) {
                    clock.pause(new CountDownLatch(1), Nanos.of(pause));
                } else {
                    clock.await(call, Long.MAX_VALUE);
                }
            } catch (InterruptedException interrupted) {
                throw attempt.interrupted(effect.label(), interrupted);
            }
            attempt.checkCancelled();
            attempt.checkGoesOn();
        }

        private EffectRecord begin(EffectStart start) {
            return written(attempt, () -> ledger.begin(start));
        }

        /**
         * Records the end of a call. It has to be durable at once unless the effect may be repeated (E3), other runs
         * wait for it, or the next call begins at the same place.
         */
        private void end(EffectStatus status, @Nullable Json result, boolean isFollowed) {
            // An effect that may be called again without a person needs no durable record of its end at once (E3).
            boolean isUrgent = isFollowed || effect.isShared() || effect.policy() instanceof InDoubtPolicy.Park;
            written(attempt, () -> {
                ledger.end(new EffectEnd(first.id(), status, result), isUrgent);
                return true;
            });
        }

        private void confirmLease() {
            written(attempt, () -> {
                ledger.confirm();
                return true;
            });
        }
    }
}
