package io.stepgraph.runtime.machine;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.IllegalRunStatusException;
import io.stepgraph.runtime.graph.RunOutcome;
import org.jspecify.annotations.Nullable;

/**
 * One run in memory, untyped: the {@code AgentMachine} of an agent gives it types. Each method keeps the promises of the
 * {@code AgentMachine} method with the same name. Not safe for use by many threads at once.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 */
public interface MachineClient<S, N extends Enum<N>> {

    /**
     * Starts the run and executes it until it pauses or ends.
     *
     * @param input the input of the start step; null if it takes nothing
     * @throws IllegalRunStatusException if it was started before
     */
    RunOutcome<N> start(S state, @Nullable Object input);

    /** Whether a question waits that accepts this answer. */
    boolean accepts(Object answer);

    /**
     * The question that waits.
     *
     * @throws IllegalRunStatusException if none waits
     */
    Object question();

    /** Answers the question that waits. */
    RunOutcome<N> answer(Object answer);

    /**
     * Answers the question of one interrupt.
     *
     * @throws IllegalRunStatusException if another question waits, or none
     */
    RunOutcome<N> answer(N interrupt, Object answer);

    /** Lets the question that waits expire. */
    RunOutcome<N> expire();

    /** Changes the mode; a parked run continues. */
    RunOutcome<N> mode(PermissionMode mode);

    /** The present outcome. */
    RunOutcome<N> outcome();

    /** The present state. */
    S state();

    /** The whole run as JSON. */
    String snapshot();
}
