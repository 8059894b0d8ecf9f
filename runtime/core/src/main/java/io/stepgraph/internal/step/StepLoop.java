package io.stepgraph.internal.step;

import io.stepgraph.internal.step.Checkpointer.Doubts;
import io.stepgraph.runtime.CheckpointWorkException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The loop (R1): executes one visit after the other until the run pauses or ends. Each visit passes the same stages:
 * look up, budgets, mode gate, attempt, check, encode, store. The next visit never begins before the last one is
 * stored. The loop knows neither an engine nor a store: it reaches both through its two ports.
 */
public final class StepLoop<S, N extends Enum<N>> {
    private static final String NOT_CANCELLED =
            "The step was interrupted for a cancel, but no cancel of its run is stored.";

    private final GraphPlan<N> plan;
    private final StepCursor<S, N> cursor;
    private final Checkpointer<S, N> checkpointer;
    private final StepCaller<S, N> steps;
    private final Budgets budgets;
    private final RandomGenerator random;

    /**
     * A loop that continues at a position.
     *
     * @param random draws the jitter of retries; an engine that replays runs gives recorded numbers
     */
    public StepLoop(
            GraphPlan<N> plan,
            StepCursor<S, N> cursor,
            Checkpointer<S, N> checkpointer,
            StepCaller<S, N> steps,
            Budgets budgets,
            RandomGenerator random) {
        this.plan = plan;
        this.cursor = cursor;
        this.checkpointer = checkpointer;
        this.steps = steps;
        this.budgets = budgets;
        this.random = random;
    }

    /**
     * The budgets of a run (R6, R8).
     *
     * @param maxSteps the visits since the last answer, or other decision of a person
     * @param maxCrashes the crashes of one visit
     */
    public record Budgets(int maxSteps, int maxCrashes) {}

    /**
     * Executes the run until it pauses, ends or is released.
     *
     * @return never continue
     */
    public Progress<N> run() {
        Progress<N> progress;
        do {
            progress = checkpointer.lookUp(cursor);
            if (progress.continues()) {
                progress = visit();
            }
        } while (progress.continues());
        return progress;
    }

    /** Small enough for HotSpot to inline, as are all methods that each visit passes. */
    private Progress<N> visit() {
        StepPlan<N> step = cursor.step;
        if (cursor.crashes >= budgets.maxCrashes || cursor.visit - cursor.budgetStartVisit >= budgets.maxSteps) {
            return fail(Failures.overBudget(cursor, budgets), null);
        }
        ModeGate gate = checkpointer.gate();
        if (!gate.isOpenTo(step)) {
            return park(new StepResult.Parked<>(gate.reason(step, step.mode), step.mode, false));
        }
        if (step.mayBeRepeated) {
            try {
                checkpointer.keep(cursor);
            } catch (NotStorableException unstorable) {
                return fail(unstorable);
            }
        }
        AttemptResult<S, N> result = steps.call(cursor, cursor.state, cursor.input, gate.effective());
        return result instanceof AttemptResult.Returned<S, N> returned ? leave(returned) : notReturned(result);
    }

    private Progress<N> notReturned(AttemptResult<S, N> result) {
        if (result instanceof AttemptResult.Failed<S, N> failed) {
            return failed(failed);
        }
        if (result instanceof AttemptResult.Denied<S, N> denied) {
            return park(new StepResult.Parked<>(denied.reason(), null, false));
        }
        if (result instanceof AttemptResult.HeldBack<S, N> held) {
            String reason = checkpointer.gate().reason(cursor.step, held.required());
            return nextAttempt(park(new StepResult.Parked<>(reason, held.required(), true)));
        }
        return result instanceof AttemptResult.Parked<S, N> parked
                ? parked(parked.reason())
                : aborted((AttemptResult.Aborted<S, N>) result);
    }

    private Progress<N> parked(String reason) {
        Doubts doubts = cursor.step.spec.handlesDoubt() ? checkpointer.leaveInDoubt(cursor) : Doubts.NONE;
        return doubts.effects().isEmpty()
                ? nextAttempt(park(new StepResult.Parked<>(reason, null, true)))
                : handle(Failures.withoutCause(cursor, ErrorCode.STEP_FAILED, reason), doubts);
    }

    private Progress<N> park(StepResult.Parked<S, N> parked) {
        try {
            return checkpointer.store(cursor, parked);
        } catch (NotStorableException refused) {
            return refused(refused);
        }
    }

    private Progress<N> leave(AttemptResult.Returned<S, N> returned) {
        if (returned.work() != null || !returned.replies().isEmpty()) {
            cursor.returned(returned.work(), returned.replies());
        }
        try {
            return returned.transition() instanceof Transition.Go<N, S> go ? leave(go) : stop(returned.transition());
        } catch (CheckpointWorkException failed) {
            Throwable thrown = failed.thrown();
            // Another attempt would end the store's transaction, too (E8).
            return Failures.hasCode(thrown, ErrorCode.TRANSACTION_ENDED)
                    ? refused(thrown)
                    : failed(new AttemptResult.Failed<>(ofWork(thrown), AttemptResult.Origin.STEP));
        }
    }

    /** Returns what the work of a checkpoint has thrown, perhaps in another thread. Nobody interrupts a commit (R9). */
    private Throwable ofWork(Throwable thrown) {
        String who = "The work of step '" + cursor.step.name + "' for its checkpoint";
        return thrown instanceof InterruptedException
                ? Interrupts.ofItself(who, thrown)
                : Interrupts.failure(who, thrown);
    }

    private Progress<N> stop(Transition<N, S> transition) {
        if (transition instanceof Transition.Fail<N, S> chosen) {
            cursor.discard();
            return fail(Failures.chosen(cursor, chosen.reason()), null);
        }
        if (transition instanceof Transition.Call<N, S> call && call.starts().isEmpty()) {
            return leave(call);
        }
        if (transition instanceof Transition.Listen<N, S> listen) {
            return listen(listen);
        }
        if (!(transition instanceof Transition.Pause<N, S> pause)) {
            return leave(StepResult.of(cursor, transition));
        }
        Instant now = checkpointer.wall();
        Duration length = pause.until().after(now);
        return length.isNegative() || length.isZero()
                ? leave(new Transition.Go<>(cursor.step.afterWait(), null, pause.state()))
                : leave(StepResult.of(cursor, pause, now));
    }

    /** Takes the next message of the mailbox, or waits for one. Looks again if one has come or gone meanwhile (Q7). */
    private Progress<N> listen(Transition.Listen<N, S> listen) {
        Progress<N> progress;
        do {
            StepResult.Taken<S, N> taken = checkpointer.take(cursor, StepResult.left(cursor, listen));
            progress = taken == null ? leave(StepResult.of(cursor, listen, checkpointer.wall())) : leave(taken);
        } while (progress instanceof Progress.Again);
        return progress;
    }

    /** Enters the step that takes a message, with a new budget (Q11). */
    private Progress<N> leave(StepResult.Taken<S, N> taken) {
        StepResult.Next<S, N> next;
        try {
            next = checkpointer.encode(cursor, taken.next());
        } catch (Throwable unstorable) {
            return refused(unstorable);
        }
        long mailbox = cursor.visit;
        Progress<N> progress = enter(taken.with(next), next);
        if (cursor.visit > mailbox) {
            cursor.budgetStartVisit = cursor.visit;
        }
        return progress;
    }

    private Progress<N> leave(StepResult<S, N> result) {
        StepResult<S, N> stop;
        try {
            stop = checkpointer.encode(cursor, result);
        } catch (Throwable unstorable) {
            return refused(unstorable);
        }
        try {
            return checkpointer.store(cursor, stop);
        } catch (StepgraphException thrown) {
            if (thrown instanceof NotStorableException || Failures.refusesCall(thrown)) {
                return refused(thrown);
            }
            throw thrown;
        }
    }

    /** Apart from the other results, so that HotSpot need not allocate this one where nothing is stored. */
    private Progress<N> leave(Transition.Go<N, S> go) {
        StepResult.Next<S, N> next;
        try {
            next = checkpointer.encode(cursor, StepResult.of(plan, cursor, go));
        } catch (Throwable refused) {
            return refused(refused);
        }
        return enter(next, next);
    }

    /** Goes on from a call that has called nobody. */
    private Progress<N> leave(Transition.Call<N, S> call) {
        StepResult.Next<S, N> next;
        try {
            next = checkpointer.encode(cursor, checkpointer.joined(cursor, call));
        } catch (Throwable refused) {
            return refused(refused);
        }
        return enter(next, next);
    }

    private Progress<N> enter(StepResult<S, N> result, StepResult.Next<S, N> next) {
        try {
            return follow(checkpointer.store(cursor, result), next);
        } catch (NotStorableException aboveALimitOfTheStore) {
            return refused(aboveALimitOfTheStore);
        }
    }

    private Progress<N> follow(Progress<N> progress, StepResult.Next<S, N> next) {
        if (progress.continues()) {
            cursor.follow(next);
        }
        return progress;
    }

    /** The step has done its work, but its result cannot be stored. */
    private Progress<N> refused(Throwable thrown) {
        return failed(new AttemptResult.Failed<>(thrown, AttemptResult.Origin.RESULT));
    }

    /** Makes another attempt, else goes to the failure step, else ends the run (R6, R7). */
    private Progress<N> failed(AttemptResult.Failed<S, N> failed) {
        Throwable thrown = failed.thrown();
        cursor.discard();
        Failures.throwIfBroken(thrown);
        if (thrown instanceof InvalidAnswerException refusal
                && refusal.refusesAnswer()
                && failed.origin() == AttemptResult.Origin.STEP
                && checkpointer.mayRefuse(cursor)) {
            return askAgain(refusal);
        }
        if (Failures.mayBeRetried(cursor, failed)) {
            return again(Backoff.delay(cursor, thrown, random), thrown);
        }
        StepFailure<?> failure = Failures.of(cursor, failed);
        if (!Failures.isHandled(cursor.step, thrown)) {
            return fail(failure, thrown);
        }
        Doubts doubts = checkpointer.leaveInDoubt(cursor);
        return doubts.effects().isEmpty() || cursor.step.spec.handlesDoubt()
                ? handle(failure, doubts)
                : nextAttempt(park(new StepResult.Parked<>(Failures.inDoubt(failure, doubts.effects()), null, true)));
    }

    /** Goes back to the question whose answer has led to this visit: the step does not take the answer (I4). */
    private Progress<N> askAgain(InvalidAnswerException refusal) {
        try {
            return checkpointer.store(cursor, new StepResult.Refused<>(refusal, checkpointer.wall()));
        } catch (NotStorableException aboveALimitOfTheStore) {
            return refused(aboveALimitOfTheStore);
        }
    }

    /** Enters the failure step, with values of its own (R5), once no call of an effect in doubt can arrive any more. */
    private Progress<N> handle(StepFailure<?> failure, Doubts doubts) {
        checkpointer.restore(cursor);
        StepResult.Next<S, N> next;
        try {
            next = checkpointer.encode(cursor, StepResult.of(plan, cursor, failure, doubts.effects()));
        } catch (Throwable unstorable) {
            Failures.throwIfBroken(unstorable);
            return fail(unstorable);
        }
        try {
            return follow(
                    checkpointer.store(cursor, new StepResult.Handled<>(failure, next, doubts.callsEndIn())), next);
        } catch (NotStorableException aboveALimitOfTheStore) {
            return fail(aboveALimitOfTheStore);
        }
    }

    /**
     * An attempt that does not count changes nothing. If the step has begun, the custom events of the attempt are void
     * (V2).
     */
    private Progress<N> aborted(AttemptResult.Aborted<S, N> aborted) {
        if (!aborted.isBegun()) {
            return Progress.proceed();
        }
        Progress<N> outside = checkpointer.lookUp(cursor);
        return outside.continues() ? again(Duration.ZERO, new CancellationException(NOT_CANCELLED)) : outside;
    }

    private Progress<N> again(Duration delay, Throwable cause) {
        try {
            return nextAttempt(checkpointer.retry(cursor, delay, cause));
        } catch (NotStorableException refused) {
            return refused(refused);
        }
    }

    /** Makes another attempt with the values of the visit, if the run continues. */
    private Progress<N> nextAttempt(Progress<N> progress) {
        if (progress.continues()) {
            cursor.attempt++;
            checkpointer.restore(cursor);
        }
        return progress;
    }

    private Progress<N> fail(Throwable refused) {
        return fail(Failures.of(cursor, new AttemptResult.Failed<>(refused, AttemptResult.Origin.RESULT)), refused);
    }

    /**
     * The end as failed. A store that refuses it gets less of it: a run that could not even fail would never end (R12).
     */
    private Progress<N> fail(StepFailure<?> failure, @Nullable Throwable cause) {
        try {
            return checkpointer.store(cursor, new StepResult.Failed<>(failure, cause));
        } catch (NotStorableException withItsCustomEvents) {
            // The checkpointer has dropped them.
        }
        try {
            return checkpointer.store(cursor, new StepResult.Failed<>(failure, cause));
        } catch (NotStorableException withItsMessage) {
            return checkpointer.store(cursor, new StepResult.Failed<>(Failures.withoutMessage(failure), cause));
        }
    }
}
