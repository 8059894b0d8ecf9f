package io.stepgraph.runtime.testing;

import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.client.RunClient;

/** An agent as the processor would generate it, on a graph that a test has written. */
public final class TestAgent<S>
        extends AgentGraph<Object, S, String, Node, RunClient<S, Node>, MachineClient<S, Node>> {
    public TestAgent(TestGraph<S> graph) {
        super(graph, new Object());
    }

    @Override
    protected RunClient<S, Node> runs(RunClient<S, Node> client) {
        return client;
    }

    @Override
    protected MachineClient<S, Node> machine(MachineClient<S, Node> client) {
        return client;
    }
}
