package io.stepgraph.runtime;

/**
 * A machine of an agent that starts from its state alone, because its start step takes no input. Not safe for use by many
 * threads at once.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 * @param <O> where a run comes to rest: the {@code Outcome} of the agent
 */
public abstract class PlainMachine<S, N extends Enum<N>, O> extends AgentMachine<S, N, O> {

    /**
     * For generated code.
     *
     * @param graph the graph
     * @param machine a machine of it
     */
    protected PlainMachine(GraphDefinition<?, S, ?, N, O> graph, SyncMachine<?, S, ?, N> machine) {
        super(graph, machine);
    }

    /**
     * Starts the run.
     *
     * @param state what it starts with
     * @return where the run came to rest
     * @throws WrongStatus if it was started before
     */
    public final O start(S state) {
        return begin(state, null);
    }
}
