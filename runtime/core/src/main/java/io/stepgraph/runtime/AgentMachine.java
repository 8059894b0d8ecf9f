package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run of an agent without store and threads: each call runs to the next stop and returns it. The processor writes a
 * subclass {@code Machine} for every agent, with {@code start} and, for each interrupt, a method that answers it, {@code
 * answerApprove} for {@code approve}.
 * Deterministic; retries run without delay, timeouts do not apply, and there are at most 1,000 visits between two stops
 * (R8). Steps hand each other the objects themselves, nothing is written and nothing is checked, but for what a step that
 * may be repeated was entered with, and for {@link #snapshot}. Where JSON reads back other objects (R5), a machine shows
 * that only after it was restored; to see it in a test, run the agent on a runner with a {@link
 * io.stepgraph.runtime.store.MemoryStore}. Not safe for use by many threads at once.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 * @param <O> where a run comes to rest: the {@code Outcome} of the agent
 */
public abstract class AgentMachine<S, N extends Enum<N>, O> {
    private final GraphDefinition<?, S, ?, N, O> graph;
    private final SyncMachine<?, S, ?, N> machine;

    /**
     * For generated code.
     *
     * @param graph the graph
     * @param machine a machine of it
     */
    protected AgentMachine(GraphDefinition<?, S, ?, N, O> graph, SyncMachine<?, S, ?, N> machine) {
        this.graph = Objects.requireNonNull(graph, "graph");
        this.machine = Objects.requireNonNull(machine, "machine");
    }

    // Subclasses have a method answerX for each interrupt X: nothing that they inherit begins with "answer" and goes
    // on.

    /**
     * Starts the run. For generated code.
     *
     * @param state what it starts with
     * @param input what its start step takes; null if nothing
     * @return where the run came to rest
     */
    protected final O begin(S state, @Nullable Object input) {
        return graph.outcome(machine.start(state, input));
    }

    /**
     * Answers the question of one interrupt. For generated code.
     *
     * @param interrupt the interrupt
     * @param answer the answer
     * @return where the run came to rest
     */
    protected final O answer(N interrupt, Object answer) {
        return graph.outcome(machine.answer(interrupt, answer));
    }

    /**
     * Tells whether the question that waits accepts such an answer.
     *
     * @param answer the answer
     * @return false if it does not, or if no question waits
     */
    public final boolean accepts(Object answer) {
        return machine.accepts(answer);
    }

    /**
     * Answers the question that waits.
     *
     * @param answer the answer
     * @return where the run came to rest
     * @throws WrongStatus if no question waits
     * @throws InvalidAnswer if it does not accept this
     */
    public final O answer(Object answer) {
        return graph.outcome(machine.answer(answer));
    }

    /**
     * Lets the question that waits expire.
     *
     * @return where the run came to rest
     * @throws WrongStatus if no question waits, or it does not expire
     */
    public final O expire() {
        return graph.outcome(machine.expire());
    }

    /**
     * Changes the mode and, if the run is parked, goes on.
     *
     * @param mode the mode from the next step on
     * @return where the run came to rest
     */
    public final O mode(PermissionMode mode) {
        return graph.outcome(machine.mode(mode));
    }

    /**
     * Looks where the run rests.
     *
     * @return where the run came to rest
     * @throws WrongStatus if it was not started
     */
    public final O outcome() {
        return graph.outcome(machine.stop());
    }

    /**
     * Writes the whole run, to be restored between any two calls.
     *
     * @return the text that {@link AgentGraph#machine(String)} takes
     */
    public final String snapshot() {
        return machine.snapshot();
    }
}
