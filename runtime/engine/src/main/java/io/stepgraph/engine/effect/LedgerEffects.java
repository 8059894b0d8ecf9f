package io.stepgraph.engine.effect;

import io.stepgraph.engine.lease.OwnedRun;
import io.stepgraph.engine.store.EffectEnd;
import io.stepgraph.engine.store.EffectId;
import io.stepgraph.engine.store.EffectRecord;
import io.stepgraph.engine.store.EffectStart;
import io.stepgraph.engine.store.EffectStatus;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.runtime.EffectCall;
import io.stepgraph.runtime.EffectConflictException;
import io.stepgraph.runtime.LeaseLostException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.codec.GraphCodecs;
import io.stepgraph.runtime.step.effect.AttemptEffects;
import io.stepgraph.runtime.step.effect.EffectPerformer;
import io.stepgraph.runtime.step.effect.EffectRequest;
import io.stepgraph.runtime.step.effect.InDoubtPolicy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Performs the effects of one run through the ledger of its store: no call is made before the store knows that it begins, and
 * none is made again unless its policy says so (E1, E3, E4).
 */
public final class LedgerEffects implements EffectPerformer {
    private final OwnedRun run;
    private final RunRecord acquired;
    private final GraphCodecs<?> codecs;
    private final Time time;

    public LedgerEffects(OwnedRun run, RunRecord acquired, GraphCodecs<?> codecs, Time time) {
        this.run = run;
        this.acquired = acquired;
        this.codecs = codecs;
        this.time = time;
    }

    @Override
    public <R, T, X extends Exception> @Nullable T perform(
            EffectRequest<R, T> effect, EffectCall<R, T, X> call, AttemptEffects attempt) throws X {
        EffectValues<R, T> values = new EffectValues<>(codecs, effect);
        EffectStart start = start(effect, values);
        EffectRecord found = ledger(attempt, () -> run.effects().begin(start));
        if (found.status() == EffectStatus.STARTED && !isBegun(found, effect)) {
            found = afterCallInProgress(found, start, attempt);
        }
        EffectInProgress<R, T> performed = new EffectInProgress<>(this, effect, values, start, attempt);
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
                EffectKeys.of(acquired, id),
                values.request(),
                values.resultSchema(),
                effect.policy() instanceof InDoubtPolicy.Park,
                effect.callTimeout(),
                List.of());
    }

    boolean isBegun(EffectRecord found, EffectRequest<?, ?> effect) {
        return found.isBegunBy(run.lease(), effect.attempt());
    }

    /** Whether this owner made the last call, so that the call is over in this process. */
    boolean isOwn(EffectRecord found) {
        return found.fencingToken() == run.lease().fencingToken();
    }

    /** The effect once the call of an earlier attempt is over that this process still makes (E5). */
    private EffectRecord afterCallInProgress(EffectRecord found, EffectStart start, AttemptEffects attempt) {
        CountDownLatch call = CallsInProgress.find(found.key());
        if (call == null) {
            return found;
        }
        try {
            time.await(call, Long.MAX_VALUE);
        } catch (InterruptedException interrupted) {
            throw interrupted(attempt);
        }
        return ledger(attempt, () -> run.effects().begin(start));
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
            EffectConflictException conflict = new EffectConflictException("Effect '" + effect.label() + "' of step '"
                    + effect.step() + "' was requested with another " + (difference.isEmpty() ? "value" : difference)
                    + " before. Make the same request in each attempt, or call firstRequestWins().");
            attempt.park(String.valueOf(conflict.getMessage()));
            throw conflict;
        }
    }

    EffectRecord begin(EffectStart start, AttemptEffects attempt) {
        return ledger(attempt, () -> run.effects().begin(start));
    }

    /** Records the end of a call. It has to be durable at once unless the effect may be repeated (E3). */
    void end(EffectRequest<?, ?> effect, EffectEnd end, AttemptEffects attempt) {
        Boolean unused = ledger(attempt, () -> {
            run.effects().end(end, !effect.policy().isRepeatSafe());
            return true;
        });
    }

    /** The last look before a call: a process that was frozen may have lost the run (E3). */
    void confirmLease(AttemptEffects attempt) {
        Boolean unused = ledger(attempt, run::confirm);
    }

    Time time() {
        return time;
    }

    String runId() {
        return acquired.key().id();
    }

    /** Makes a write of the ledger. If this process may have lost the run, the attempt is over. */
    private static <V> V ledger(AttemptEffects attempt, Supplier<V> write) {
        try {
            return write.get();
        } catch (LeaseLostException | StoreUnavailableException lost) {
            throw attempt.abort(String.valueOf(lost.getMessage()));
        }
    }
}
