package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.Transition;
import io.stepgraph.runtime.UnstorableState;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The loop (R1): one visit after the other until the run comes to rest. Each goes through the same stages, in one direction:
 * look up, budget, mode gate, before-hooks, the step, after-hooks, check, encode, store. The next visit never begins before
 * the last one is stored.
 */
final class RunLoop<S, N extends Enum<N>> {
    private static final String NOT_CANCELLED = "The step was interrupted for a cancel that is not on record.";

    private final Position<S, N> at;
    private final Journal<S, N> journal;
    private final StepCaller<S, N> steps;
    private final @Nullable HookChain<S, N> hooks;
    private final Departure<S, N> departure;
    private final int maxSteps;

    RunLoop(
            GraphPlan<N> plan,
            Position<S, N> at,
            Journal<S, N> journal,
            StepCaller<S, N> steps,
            @Nullable HookChain<S, N> hooks,
            int maxSteps) {
        this.at = at;
        this.journal = journal;
        this.steps = steps;
        this.hooks = hooks;
        this.departure = new Departure<>(plan);
        this.maxSteps = maxSteps;
    }

    /** Executes up to the next stop. */
    Stop<N> toNextStop() {
        while (true) {
            Stop<N> stop = journal.lookUp(at);
            if (stop == null) {
                stop = visit();
            }
            if (stop != null) {
                return stop;
            }
        }
    }

    /** Ends the run as failed for a reason that is none of the step's. */
    Stop<N> giveUp(ErrorCode code, String message) {
        return fail(Failures.withoutCause(at, code, message), null);
    }

    private @Nullable Stop<N> visit() {
        StepPlan<N> step = at.step;
        if (at.visit - at.budgetFrom >= maxSteps) {
            return giveUp(
                    ErrorCode.MAX_STEPS_EXCEEDED,
                    "The run has made " + maxSteps + " visits since its last stop and would enter step '" + step.name
                            + "' next. Break the loop, or allow the runner more with maxSteps, and retry the run.");
        }
        ModeGate gate = journal.gate();
        if (!gate.isOpenTo(step)) {
            return park(gate.reason(step), step.mode);
        }
        PermissionMode mode = gate.effective();
        if (step.mayBeRepeated) {
            try {
                journal.keep(at);
            } catch (UnstorableState unstorable) {
                return fail(Failures.of(at, unstorable, false), unstorable);
            }
        }
        Transition<N, S> transition;
        try {
            if (hooks == null) {
                transition = Transition.chosen(steps.call(at, at.state, at.input, mode));
            } else {
                transition = hooks.around(at, mode, steps);
            }
        } catch (Voided voided) {
            return lookUpAfterVoid();
        } catch (Unconfirmed unconfirmed) {
            throw unconfirmed.reason();
        } catch (Denied denied) {
            return park(denied.reason(), null);
        } catch (UnstorableSignal signal) {
            return failed(signal.refused(), false);
        } catch (Throwable thrown) {
            return failed(thrown, true);
        }
        return leave(transition);
    }

    private @Nullable Stop<N> park(String reason, @Nullable PermissionMode required) {
        departure.park(at, reason, required);
        try {
            return journal.store(at, departure);
        } catch (UnstorableState refused) {
            return failed(refused, false);
        }
    }

    private @Nullable Stop<N> leave(Transition<N, S> transition) {
        try {
            departure.take(at, transition);
            journal.encode(at, departure);
        } catch (Throwable thrown) {
            return failed(thrown, false);
        }
        try {
            return store();
        } catch (UnstorableState aboveALimitOfTheStore) {
            return failed(aboveALimitOfTheStore, false);
        }
    }

    private @Nullable Stop<N> store() {
        Stop<N> stop = journal.store(at, departure);
        if (stop == null) {
            at.follow(departure);
        }
        return stop;
    }

    /** Another attempt, else the failure step, else the end (R6, R7). */
    private @Nullable Stop<N> failed(Throwable thrown, boolean byTheStep) {
        Throwable cause = thrown instanceof HookThrew hook ? hook.thrown() : thrown;
        throwIfBroken(cause);
        if (byTheStep && Failures.mayBeRetried(at, cause)) {
            return again(Backoff.delay(at, cause), cause);
        }
        StepFailure failure = Failures.of(at, thrown, byTheStep);
        N failureStep = at.step.spec.onFailure();
        if (failureStep == null) {
            return fail(failure, cause);
        }
        journal.restore(at);
        try {
            departure.takeOver(at, failureStep, failure);
            journal.encode(at, departure);
        } catch (Throwable refused) {
            throwIfBroken(refused);
            return fail(Failures.of(at, refused, false), refused);
        }
        try {
            return store();
        } catch (UnstorableState aboveALimitOfTheStore) {
            return fail(Failures.of(at, aboveALimitOfTheStore, false), aboveALimitOfTheStore);
        }
    }

    /**
     * What made the attempt void has changed nothing. It is made again, from what is stored and, since it was heard of, under
     * another number, its signals void (R5, V2).
     */
    private @Nullable Stop<N> lookUpAfterVoid() {
        Stop<N> stop = journal.lookUp(at);
        if (stop != null) {
            return stop;
        }
        if (journal.isAttempted()) {
            return again(Duration.ZERO, new CancellationException(NOT_CANCELLED));
        }
        journal.restore(at);
        return null;
    }

    private @Nullable Stop<N> again(Duration delay, Throwable cause) {
        Stop<N> stop;
        try {
            stop = journal.retry(at, delay, cause);
        } catch (UnstorableState refused) {
            return failed(refused, false);
        }
        if (stop == null) {
            at.attempt++;
            journal.restore(at);
        }
        return stop;
    }

    /** No failure of the step: it breaks the loop, which counts as a crash of this visit (R4). */
    private static void throwIfBroken(Throwable cause) {
        if (cause instanceof VirtualMachineError broken && !(cause instanceof StackOverflowError)) {
            throw broken;
        }
    }

    /** The end as failed. A store that refuses it gets less of it, for a run that could not even fail would never end (R12). */
    private Stop<N> fail(StepFailure failure, @Nullable Throwable cause) {
        try {
            return end(failure, cause);
        } catch (UnstorableState withItsSignals) {
            // The journal has dropped them.
        }
        try {
            return end(failure, cause);
        } catch (UnstorableState withItsMessage) {
            return end(Failures.withoutMessage(failure), cause);
        }
    }

    private Stop<N> end(StepFailure failure, @Nullable Throwable cause) {
        departure.fail(at, failure, cause);
        return Objects.requireNonNull(journal.store(at, departure));
    }
}
