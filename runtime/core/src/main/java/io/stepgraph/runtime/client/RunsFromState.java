package io.stepgraph.runtime.client;

import io.stepgraph.runtime.event.OutcomeStream;
import java.util.function.Supplier;

/**
 * The runs of an agent whose first step takes the state and nothing else. What the methods throw is said at
 * {@link AgentRuns}.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 * @param <O> the {@code Outcome} of the agent
 */
public abstract class RunsFromState<S, N extends Enum<N>, O> extends AgentRuns<S, N, O> {
    /**
     * Creates the runs; called by generated code.
     *
     * @param graph the graph
     * @param client its runs
     */
    protected RunsFromState(GraphDefinition<?, S, ?, N, O> graph, RunClient<S, N> client) {
        super(graph, client);
    }

    /**
     * Executes a run until it pauses or ends. Starts the run with these values. If an unfinished run with this id
     * exists, compares them with its own. Of a run that has ended, returns the outcome.
     *
     * @param id the run's id
     * @param state the state
     * @return the outcome
     */
    public final O run(String id, S state) {
        return outcome(client.run(id, state, null));
    }

    /**
     * Executes a run until it pauses or ends. Starts the run with the values of the suppliers. If a run with this id
     * exists, calls no supplier.
     *
     * @param id the run's id
     * @param state gives the state
     * @return the outcome
     */
    public final O run(String id, Supplier<? extends S> state) {
        return outcome(client.run(id, state, null));
    }

    /**
     * Executes a run in another thread until it pauses or ends, and streams its events. Starts the run with these
     * values. If an unfinished run with this id exists, compares them with its own.
     *
     * @param id the run's id
     * @param state the state
     * @return the stream; close it
     */
    public final OutcomeStream<O> stream(String id, S state) {
        return client.stream(id, state, null, this::outcome);
    }

    /**
     * Executes a run in another thread until it pauses or ends, and streams its events. Starts the run with the values
     * of the suppliers. If a run with this id exists, calls no supplier.
     *
     * @param id the run's id
     * @param state gives the state
     * @return the stream; close it
     */
    public final OutcomeStream<O> stream(String id, Supplier<? extends S> state) {
        return client.stream(id, state, null, this::outcome);
    }

    /**
     * Stores a run for a worker to execute. If an unfinished run with this id exists, compares the values with its own.
     *
     * @param id the run's id
     * @param state the state
     * @return whether this call stored it
     */
    public final boolean enqueue(String id, S state) {
        return client.enqueue(id, state, null);
    }

    /**
     * Stores a run for a worker to execute. If a run with this id exists, does not call the supplier.
     *
     * @param id the run's id
     * @param state gives the state
     * @return whether this call stored it
     */
    public final boolean enqueue(String id, Supplier<? extends S> state) {
        return client.enqueue(id, state, null);
    }
}
