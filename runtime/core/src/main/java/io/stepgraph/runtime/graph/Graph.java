package io.stepgraph.runtime.graph;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent class as the runtime sees it. The processor writes one implementation for every agent; nobody else needs to.
 * Implementations hold no state and are safe for use by many threads.
 *
 * @param <A> the agent class
 * @param <S> the state
 * @param <E> the custom events; {@link Void} if the graph has none
 * @param <N> the enum of steps, in the order of the source
 */
public interface Graph<A, S, E, N extends Enum<N>> {

    /**
     * The declared graph, as data.
     *
     * @return always the same object
     */
    GraphSpec<N> spec();

    /**
     * Calls the method of one step and returns its transition.
     *
     * @param agent the agent
     * @param step the step to enter
     * @param state the state, which the step may change
     * @param input the input that the transition into this step carries; null if the step takes none
     * @param answered the answered question that opened the gate of this visit; null if the step does not take it
     * @param context the step's view of its run
     * @return the transition; for an interrupt, its question
     * @throws Exception whatever the step throws
     */
    Transition<N, S> enter(
            A agent, N step, S state, @Nullable Object input, @Nullable Answered<?, ?> answered, StepContext<E> context)
            throws Exception;

    /**
     * The step that an answer leads to.
     *
     * @param interrupt the interrupt whose question was asked
     * @param answer the answer, or {@link Expired}
     * @return the step, or null if the interrupt does not accept such an answer
     */
    @Nullable N route(N interrupt, Object answer);

    /**
     * The transition with which a call is left, once all agents that it has called have ended.
     *
     * @param call the call
     * @param ends the ends, in the order of the agents or of the elements of the list. Unless the next step takes
     *     {@code Ended}, all are {@link Ended.Completed}
     * @return the transition; null if no next step takes these results
     */
    default @Nullable Transition<N, S> join(N call, List<Ended<?>> ends) {
        throw new IllegalStateException("This graph has no call.");
    }
}
