package io.stepgraph.runtime;

import io.stepgraph.runtime.event.OutcomeStream;
import java.util.function.Supplier;

/**
 * The runs of an agent that starts from its state alone, because its start step takes no input. Safe for use by many
 * threads.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 * @param <O> where a run comes to rest: the {@code Outcome} of the agent
 */
public abstract class PlainRuns<S, N extends Enum<N>, O> extends AgentRuns<S, N, O> {

    /**
     * For generated code.
     *
     * @param graph the graph
     * @param client its runs
     */
    protected PlainRuns(GraphDefinition<?, S, ?, N, O> graph, RunClient<S, N> client) {
        super(graph, client);
    }

    /**
     * Brings a run to its next stop, starting it if there is none of this id (R3).
     *
     * @param id the run's id
     * @param state what a new run starts with; compared if the run exists
     * @return where the run came to rest
     * @throws StartConflict if the run was started with another state
     */
    public final O run(String id, S state) {
        return begin(id, state, null);
    }

    /**
     * Brings a run to its next stop, starting it if there is none of this id.
     *
     * @param id the run's id
     * @param state gives what a new run starts with; not called if the run exists
     * @return where the run came to rest
     */
    public final O run(String id, Supplier<? extends S> state) {
        return begin(id, state, null);
    }

    /**
     * Brings a run to its next stop, in another thread, starting it if there is none of this id, and gives what happens to it
     * from now on, signals at once (V3).
     *
     * @param id the run's id
     * @param state what a new run starts with; compared if the run exists
     * @return a stream that ends at the stop and then knows the outcome; close it
     */
    public final OutcomeStream<O> stream(String id, S state) {
        return beginStream(id, state, null);
    }

    /**
     * The same with a state that is asked for only if the run does not exist.
     *
     * @param id the run's id
     * @param state gives what a new run starts with
     * @return a stream that ends at the stop and then knows the outcome; close it
     */
    public final OutcomeStream<O> stream(String id, Supplier<? extends S> state) {
        return beginStream(id, state, null);
    }
}
