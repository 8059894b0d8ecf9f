package io.stepgraph.engine;

import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.TestGraph;

/** An agent as the processor would generate it, on a graph that a test has written. */
final class TestAgent<S> extends AgentGraph<Object, S, String, Node, RunClient<S, Node>, MachineClient<S, Node>> {
    TestAgent(TestGraph<S> graph) {
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
