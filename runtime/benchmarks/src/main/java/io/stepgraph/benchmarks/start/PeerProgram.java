package io.stepgraph.benchmarks.start;

import static org.bsc.langgraph4j.action.AsyncNodeAction.node_async;

import java.util.Map;
import java.util.Optional;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.bsc.langgraph4j.state.AgentState;

final class PeerProgram {
    private PeerProgram() {}

    public static void main(String[] arguments) throws GraphStateException {
        Optional<AgentState> end = new StateGraph<>(AgentState::new)
                .addNode("greet", node_async(PeerProgram::greet))
                .addEdge(StateGraph.START, "greet")
                .addEdge("greet", StateGraph.END)
                .compile(CompileConfig.builder()
                        .checkpointSaver(new MemorySaver())
                        .build())
                .invoke(
                        Map.of("name", "world"),
                        RunnableConfig.builder().threadId("run-1").build());
        if (end.isPresent()) {
            System.out.println(EmptyProgram.DONE);
        }
    }

    private static Map<String, Object> greet(AgentState state) {
        return Map.of("text", "Good morning, " + state.<String>value("name").orElseThrow());
    }
}
