package io.stepgraph.internal.step;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result with which the run leaves a visit: checked against the graph, and to be stored by a {@link Checkpointer}.
 */
public sealed interface StepResult<S, N extends Enum<N>> {

    /**
     * The step succeeded, and the run enters another step.
     *
     * @param target the step
     * @param state the state that the visit leaves behind
     * @param input the input of the target; null if it takes none
     * @param ruleState the visits and gates that are counted from then on
     */
    record Next<S, N extends Enum<N>>(
            StepPlan<N> target,
            S state,
            @Nullable Object input,
            @Nullable RuleState ruleState) implements StepResult<S, N> {}

    /**
     * The step failed for good, and the run enters the step that handles the failure.
     *
     * @param delay how long it waits before that
     */
    record Handled<S, N extends Enum<N>>(StepFailure<?> failure, Next<S, N> next, Duration delay)
            implements StepResult<S, N> {}

    /**
     * The run takes a message, and enters the step for it (Q6).
     *
     * @param number the number of the message among those of the run
     * @param id its id
     * @param by the name of who sent it; null if nobody said
     * @param message the message
     */
    record Taken<S, N extends Enum<N>>(
            Next<S, N> next,
            long number,
            String id,
            @Nullable String by,
            Object message) implements StepResult<S, N> {

        /** Returns the same message for a step that is entered with other values. */
        Taken<S, N> with(Next<S, N> encoded) {
            return new Taken<>(encoded, number, id, by, message);
        }
    }

    /**
     * The run asks a question, and waits.
     *
     * @param expires the computed end of the time for an answer; null if the interrupt computes none
     */
    record Asked<S, N extends Enum<N>>(
            S state, Object question, @Nullable Due expires) implements StepResult<S, N> {}

    /**
     * The run waits for a time, or for a message.
     *
     * @param until the end; null if it waits for a message without an end
     * @param from when it begins to, by the wall clock of its process
     */
    record Paused<S, N extends Enum<N>>(S state, @Nullable Due until, Instant from) implements StepResult<S, N> {
        private static final Duration SHORTEST_WITH_NEW_BUDGET = Duration.ofSeconds(1);

        /** The visit from which the budget of steps is counted: a loop that waits in each round may last (Q3). */
        public long budgetStartVisit(StepCursor<S, N> cursor) {
            return until == null || until.after(from).compareTo(SHORTEST_WITH_NEW_BUDGET) < 0
                    ? cursor.budgetStartVisit
                    : cursor.visit + 1;
        }
    }

    /**
     * The run calls agents, and waits for all of them.
     *
     * @param starts their starts; not empty
     */
    record Called<S, N extends Enum<N>>(S state, List<?> starts) implements StepResult<S, N> {}

    /**
     * The step refuses the answer that has led to it, and the run waits with the question again.
     *
     * @param thrown why
     * @param at when, by the wall clock of its process
     */
    record Refused<S, N extends Enum<N>>(InvalidAnswerException thrown, Instant at) implements StepResult<S, N> {}

    /** The run ends with a result. */
    record Completed<S, N extends Enum<N>>(S state, Object result) implements StepResult<S, N> {}

    /**
     * The run parks in front of the step, or in it.
     *
     * @param required the mode that the step requires; null if a hook or an effect holds the run back
     * @param isBegun whether an attempt of the step was begun
     */
    record Parked<S, N extends Enum<N>>(
            String reason, @Nullable PermissionMode required, boolean isBegun) implements StepResult<S, N> {}

    /**
     * The run ends as failed.
     *
     * @param cause the exception, if one was thrown
     */
    record Failed<S, N extends Enum<N>>(
            StepFailure<?> failure, @Nullable Throwable cause) implements StepResult<S, N> {}

    /**
     * The outcome of the run that stops with this result, which leads to no other step, and is no wait.
     *
     * @param ticket the ticket of the question; null if none is asked
     */
    default RunOutcome<N> outcome(StepPlan<N> step, ModeGate gate, @Nullable Ticket ticket) {
        if (this instanceof Asked<S, N> asked) {
            return new RunOutcome.QuestionAsked<>(step.step, Objects.requireNonNull(ticket), asked.question());
        }
        if (this instanceof Completed<S, N> completed) {
            return new RunOutcome.Completed<>(completed.result());
        }
        if (this instanceof Parked<S, N> parked) {
            return gate.parked(step, parked.reason(), parked.required(), parked.isBegun());
        }
        Failed<S, N> failed = (Failed<S, N>) this;
        return new RunOutcome.Failed<>(failed.failure(), failed.cause());
    }

    /**
     * The result of a step that chose to go to another step.
     *
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if the transition would enter a gated step whose
     *     gate is not open
     * @throws StepgraphException with {@link ErrorCode#INVALID_TRANSITION} if the target takes an input and gets none,
     *     or the reverse
     */
    static <S, N extends Enum<N>> Next<S, N> of(GraphPlan<N> plan, StepCursor<S, N> cursor, Transition.Go<N, S> go) {
        return enter(plan, cursor, cursor.ruleState, plan.step(go.target()), left(cursor, go), go.input());
    }

    /**
     * The way from a call to the step that takes its results (C4).
     *
     * @param go what the graph says to these results
     * @param ends the ends of its agents
     */
    public static <S, N extends Enum<N>> Next<S, N> joined(
            GraphPlan<N> plan, StepCursor<S, N> call, Transition.Go<N, S> go, List<Ended<?>> ends) {
        RuleState ruleState = GateEntry.byResults(plan, call, ends);
        return enter(plan, call, ruleState, plan.step(go.target()), left(call, go), go.input());
    }

    /** The result of a step that chose to end the run, to ask, or to call agents. */
    static <S, N extends Enum<N>> StepResult<S, N> of(StepCursor<S, N> cursor, Transition<N, S> transition) {
        S state = left(cursor, transition);
        if (transition instanceof Transition.End<N, S> end) {
            return new Completed<>(state, end.result() == null ? state : end.result());
        }
        if (transition instanceof Transition.Call<N, S> call) {
            return new Called<>(state, call.starts());
        }
        Transition.Ask<N, S> ask = (Transition.Ask<N, S>) transition;
        return new Asked<>(state, ask.question(), ask.expires());
    }

    /** The result of a wait whose time has not passed yet. */
    static <S, N extends Enum<N>> StepResult<S, N> of(
            StepCursor<S, N> cursor, Transition.Pause<N, S> pause, Instant now) {
        return new Paused<>(left(cursor, pause), pause.until(), now);
    }

    /** The result of a mailbox that no message waits in. */
    static <S, N extends Enum<N>> StepResult<S, N> of(
            StepCursor<S, N> cursor, Transition.Listen<N, S> listen, Instant now) {
        Due until = listen.until() == null ? cursor.step.fixedEnd() : listen.until();
        return new Paused<>(left(cursor, listen), until, now);
    }

    /** Enters the step that handles the failure of another step. */
    static <S, N extends Enum<N>> Next<S, N> of(
            GraphPlan<N> plan, StepCursor<S, N> cursor, StepFailure<?> failure, List<StepFailure.InDoubt> doubts) {
        StepPlan<N> target = plan.step(Objects.requireNonNull(cursor.step.spec.onFailure()));
        Object input = target.takesFailedInput ? cursor.input : null;
        return enter(plan, cursor, cursor.ruleState, target, cursor.state, Failures.handled(failure, doubts, input));
    }

    /** The state that a transition leaves behind. */
    static <S> S left(StepCursor<S, ?> cursor, Transition<?, S> transition) {
        S chosen = transition.state();
        return chosen == null ? cursor.state : chosen;
    }

    private static <S, N extends Enum<N>> Next<S, N> enter(
            GraphPlan<N> plan,
            StepCursor<S, N> cursor,
            @Nullable RuleState counted,
            StepPlan<N> target,
            S state,
            @Nullable Object input) {
        StepPlan<N> entered = target;
        RuleState ruleState = counted;
        if (target.hasRuleState || RuleState.knows(ruleState, target)) {
            GateEntry<N> entry = GateEntry.into(plan, target, ruleState, cursor.step.name);
            entered = entry.step();
            ruleState = entry.ruleState();
        }
        // The step that replaces one visited too often may take no input.
        Object handed = entered == target || entered.takesInput ? input : null;
        if (entered.takesInput != (handed != null)) {
            throw new StepgraphException(
                    ErrorCode.INVALID_TRANSITION,
                    "Step '" + cursor.step.name + "' goes to step '" + entered.name
                            + "', which takes "
                            + (entered.takesInput
                                    ? "an input, and hands over none."
                                    : "no input, and hands one over."));
        }
        return new Next<>(entered, state, handed, ruleState);
    }
}
