package io.stepgraph.runtime.client;

import io.stepgraph.runtime.graph.Graph;

/**
 * Executes and stores runs. {@link AgentGraph#on(Engine)} asks it for the runs of a graph; the runner of this library
 * is one engine. Safe for use by many threads.
 */
public interface Engine {

    /**
     * Gives the runs of one graph. For {@link AgentGraph}; users call {@code ReviewAgentGraph.of(agent).on(engine)}.
     *
     * @param graph the graph; an engine may keep prepared data for its spec, so a program makes each spec once
     * @param agent the agent that executes its steps
     * @return the runs, in whatever thread they are
     */
    <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent);

    /**
     * Gives the runs of one graph in one thread (L2). For {@link AgentGraph}; users call {@code
     * ChatAgentGraph.of(agent).on(engine, thread)}.
     *
     * @param graph the graph
     * @param agent the agent that executes its steps
     * @param thread the name of the thread, 1 to 200 characters
     * @return the runs of this thread only
     */
    <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread);
}
