package io.stepgraph.runtime.client;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.visit.MachineCore;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.RunOutcome;
import org.jspecify.annotations.Nullable;

/**
 * A run in memory, untyped: the {@code AgentMachine} of an agent gives it types. Each method keeps the promises of the
 * {@code AgentMachine} method with the same name. Not safe for use by many threads at once.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 */
public final class MachineClient<S, N extends Enum<N>> {
    private final MachineCore<?, S, ?, N> machine;
    private final @Nullable Actor actor;

    MachineClient(MachineCore<?, S, ?, N> machine) {
        this(machine, null);
    }

    private MachineClient(MachineCore<?, S, ?, N> machine, @Nullable Actor actor) {
        this.machine = machine;
        this.actor = actor;
    }

    /** Returns the same run, in the name of this actor (W1). */
    public MachineClient<S, N> as(Actor other) {
        return new MachineClient<>(machine, Actor.copyOf(other));
    }

    /**
     * Starts the run and executes it until it pauses or ends.
     *
     * @param input the input of the start step; null if it takes nothing
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it was started before
     */
    public RunOutcome<N> start(S state, @Nullable Object input) {
        return machine.start(state, input, actor);
    }

    /** Returns whether a question or a mailbox waits that accepts this answer. */
    public boolean accepts(Object answer) {
        return machine.accepts(answer);
    }

    /**
     * The question that waits.
     *
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if none waits
     */
    public Object question() {
        return machine.question();
    }

    /** Answers the question that waits, or sends a message to the mailbox that does. */
    public RunOutcome<N> answer(Object answer) {
        return machine.answer(answer, actor);
    }

    /**
     * Answers the question of one interrupt.
     *
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if another question waits, or none
     */
    public RunOutcome<N> answer(N interrupt, Object answer) {
        return machine.answer(interrupt, answer, actor);
    }

    /**
     * Sends a message to a mailbox that waits for one. A machine keeps none.
     *
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it does not wait
     */
    public RunOutcome<N> tell(N mailbox, Object message) {
        return machine.answer(mailbox, message, actor);
    }

    /** Lets the question that waits expire, or ends the wait. */
    public RunOutcome<N> expire() {
        return machine.expire();
    }

    /** Changes the mode; a parked run continues. */
    public RunOutcome<N> mode(PermissionMode mode) {
        return machine.mode(mode);
    }

    /** The present outcome. */
    public RunOutcome<N> outcome() {
        return machine.outcome();
    }

    /** The present state. */
    public S state() {
        return machine.state();
    }

    /** The whole run as JSON. */
    public String snapshot() {
        return machine.snapshot();
    }
}
