package io.stepgraph.runtime.client;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StepgraphException;
import java.util.Objects;

/**
 * A run of an agent without a store: each call runs to the next stop and returns it. The processor writes a
 * subclass {@code Machine} for every agent, with {@code start} and, for each interrupt, a method that answers it,
 * {@code answerApprove} for {@code approve}, and {@code tellServe} for a mailbox {@code serve}: it takes a message when
 * it waits for one, and nobody gets its replies. Deterministic; retries run without delay, timeouts do not apply, and a
 * call executes at most 1,000 visits (R8). Steps pass the objects themselves to each other. Nothing is written or
 * checked, except the entry of a step that may be repeated, and {@link #snapshot}. Where JSON reads back other objects
 * (R5), a machine shows that only after it was restored; to see it in a test, run the agent on a runner with a
 * {@code MemoryStore}. Not safe for use by many threads at once.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 * @param <O> the {@code Outcome} of the agent
 */
public abstract class AgentMachine<S, N extends Enum<N>, O> {
    /** The same machine, untyped. Supports generated code. */
    protected final MachineClient<S, N> client;

    private final GraphDefinition<?, S, ?, N, O> graph;

    /**
     * Supports generated code.
     *
     * @param graph the graph
     * @param client its run
     */
    protected AgentMachine(GraphDefinition<?, S, ?, N, O> graph, MachineClient<S, N> client) {
        this.graph = Objects.requireNonNull(graph, "graph");
        this.client = Objects.requireNonNull(client, "client");
    }

    // Subclasses have a method answerX for each interrupt X, so no inherited name begins with "answer" and continues.

    /**
     * Returns the same run, in the name of this actor (W1). Names are compared as they are given: a machine has no
     * normaliser of its own.
     *
     * @param actor who starts and answers
     * @return the machine
     */
    public abstract AgentMachine<S, N, O> as(Actor actor);

    /**
     * Returns whether the question that waits accepts such an answer.
     *
     * @param answer the answer
     * @return false if it does not, or if no question waits
     */
    public final boolean accepts(Object answer) {
        return client.accepts(answer);
    }

    /**
     * Answers the question that waits.
     *
     * @param answer the answer
     * @return the outcome
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if no question waits
     * @throws InvalidAnswerException if it does not accept this, or the step that takes it refuses it
     */
    // Generated: the caller of a generic method has to check the type of what it returns, which costs a third of a
    // step.
    public abstract O answer(Object answer);

    /**
     * Lets the question that waits expire; or ends the time for which the run waits, perhaps for a message, and enters
     * the next step.
     *
     * @return the outcome
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if neither a question nor the run waits, or
     *     the question or the mailbox waits without an end
     */
    public final O expire() {
        return graph.outcome(client.expire());
    }

    /**
     * Changes the mode and, if the run is parked, continues it.
     *
     * @param mode the mode from the next step on
     * @return the outcome
     */
    public final O mode(PermissionMode mode) {
        return graph.outcome(client.mode(mode));
    }

    /**
     * The present outcome of the run.
     *
     * @return the outcome
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it was not started
     */
    public final O outcome() {
        return graph.outcome(client.outcome());
    }

    /**
     * The state of the run, as the last step left it: the object itself, not a copy. A caller that changes it changes
     * the run.
     *
     * @return the state
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it was not started
     */
    public final S state() {
        return client.state();
    }

    /**
     * Writes the whole run, to be restored between any two calls.
     *
     * @return the text that {@link AgentGraph#machine(String)} takes
     */
    public final String snapshot() {
        return client.snapshot();
    }
}
