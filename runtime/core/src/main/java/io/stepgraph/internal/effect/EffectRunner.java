package io.stepgraph.internal.effect;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.step.AttemptEffects;
import io.stepgraph.internal.step.EffectPerformer;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.internal.step.InDoubtPolicy;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Time;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectId;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.KeyHolder;
import java.time.Duration;
import java.util.List;
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

    private final RunLedger run;
    private final GraphCodecs<?> codecs;
    private final Time time;

    public EffectRunner(RunLedger run, GraphCodecs<?> codecs, Time time) {
        this.run = run;
        this.codecs = codecs;
        this.time = time;
    }

    @Override
    public <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt) throws X {
        EffectValues<R, T> values = new EffectValues<>(codecs, effect);
        EffectStart start = start(effect, values);
        EffectInProgress<R, T> performed = new EffectInProgress<>(this, effect, values, start, attempt);
        EffectRecord found = afterOtherCalls(begin(start, attempt), effect, start, attempt);
        if (isBegun(found, effect)) {
            return performed.call(found, call);
        }
        checkSameRequest(effect, values, found, attempt);
        return found.status() == EffectStatus.DONE ? values.read(found.result()) : performed.again(found, call);
    }

    private EffectStart start(EffectRequest<?, ?> effect, EffectValues<?, ?> values) {
        EffectId id = new EffectId(effect.visit(), effect.name(), effect.item(), effect.ordinal());
        return new EffectStart(
                id,
                effect.step(),
                effect.attempt(),
                false,
                effect.isKeyed(),
                run.key(id, effect.isKeyed()),
                values.request(),
                values.resultSchema(),
                effect.policy() instanceof InDoubtPolicy.Park,
                effect.policy() instanceof InDoubtPolicy.RetryWithSameKey && !effect.isKeyed(),
                effect.callTimeout(),
                List.of());
    }

    boolean isBegun(EffectRecord found, EffectRequest<?, ?> effect) {
        return found.isBegunBy(run.fencingToken(), effect.attempt());
    }

    /** Whether this owner made the last call, so that the call is over in this process. */
    boolean isOwn(EffectRecord found) {
        return found.fencingToken() == run.fencingToken();
    }

    /**
     * The effect once no call of it is in progress: none of an earlier attempt that this process still makes, whatever its run
     * has recorded since (E5), and none of another run with this business key (E2).
     */
    private EffectRecord afterOtherCalls(
            EffectRecord begun, EffectRequest<?, ?> effect, EffectStart start, AttemptEffects attempt) {
        EffectRecord found = begun;
        Duration pause = SHORTEST_PAUSE;
        while (found.status() != EffectStatus.DONE && !isBegun(found, effect)) {
            CountDownLatch call = CallsInProgress.find(found.key());
            if (call == null && !(found.isOfAnotherRun() && isWorthWaiting(found, effect))) {
                return found;
            }
            attempt.waits(found.isOfAnotherRun() || found.status() != EffectStatus.STARTED);
            try {
                await(call == null ? new CountDownLatch(1) : call, call == null ? pause : Time.LONGEST, attempt);
            } finally {
                attempt.waits(false);
            }
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            found = begin(start, attempt);
        }
        return found;
    }

    /**
     * Whether the call may be in progress: also that of a run that has ended (E7). Nobody will record the reply of such a call,
     * so an effect that parks in doubt does not wait for it.
     */
    private static boolean isWorthWaiting(EffectRecord found, EffectRequest<?, ?> effect) {
        boolean mayBeCalled = !left(found).isNegative();
        return switch (found.status()) {
            case STARTED -> mayBeCalled;
            case IN_DOUBT -> mayBeCalled && !(effect.policy() instanceof InDoubtPolicy.Park);
            case DONE, FAILED -> false;
        };
    }

    /** How long the last call of an effect may still be on its way, by the store's clock. */
    static Duration left(EffectRecord found) {
        return Duration.between(found.readAt(), found.callUntil().plus(KeyHolder.MARGIN));
    }

    void await(CountDownLatch latch, Duration longest, AttemptEffects attempt) {
        try {
            time.await(latch, Time.nanos(longest));
        } catch (InterruptedException interrupted) {
            throw interrupted(attempt);
        }
        attempt.checkCancelled();
    }

    static Error interrupted(AttemptEffects attempt) {
        Thread.currentThread().interrupt();
        attempt.checkCancelled();
        return attempt.abort("The thread was interrupted while it waited for an effect.");
    }

    private static void checkSameRequest(
            EffectRequest<?, ?> effect, EffectValues<?, ?> values, EffectRecord found, AttemptEffects attempt) {
        String difference = effect.firstRequestWins() ? null : values.difference(found);
        if (difference != null) {
            StepgraphException conflict = new StepgraphException(
                    ErrorCode.EFFECT_CONFLICT,
                    "Effect '" + effect.label() + "' of step '"
                            + effect.step() + "' was requested with another "
                            + (difference.isEmpty() ? "value" : difference)
                            + " before. Make the same request in each attempt, or call firstRequestWins().");
            attempt.park(String.valueOf(conflict.getMessage()));
            throw conflict;
        }
    }

    EffectRecord begin(EffectStart start, AttemptEffects attempt) {
        return ledger(attempt, () -> run.begin(start));
    }

    /**
     * Records the end of a call. It has to be durable at once unless the effect may be repeated (E3), or other runs wait
     * for it.
     */
    void end(EffectRequest<?, ?> effect, EffectEnd end, AttemptEffects attempt) {
        end(end, effect.isKeyed() || !effect.policy().isRepeatSafe(), attempt);
    }

    /** Records the end of a call before the next one begins at the same place. */
    void endNow(EffectEnd end, AttemptEffects attempt) {
        end(end, true, attempt);
    }

    private void end(EffectEnd end, boolean isUrgent, AttemptEffects attempt) {
        ledger(attempt, () -> {
            run.end(end, isUrgent);
            return true;
        });
    }

    /** The last look before a call: a process that was frozen may have lost the run (E3). */
    void confirmLease(AttemptEffects attempt) {
        ledger(attempt, () -> {
            run.confirm();
            return true;
        });
    }

    Time time() {
        return time;
    }

    String runId() {
        return run.runId();
    }

    /** Makes a write of the ledger. If this process may have lost the run, the attempt is over. */
    private static <V> V ledger(AttemptEffects attempt, Supplier<V> write) {
        try {
            return write.get();
        } catch (StepgraphException failed) {
            if (failed.code() == ErrorCode.LEASE_LOST || failed instanceof StoreUnavailableException) {
                throw attempt.abort(String.valueOf(failed.getMessage()));
            }
            throw failed;
        }
    }
}
