package io.stepgraph.benchmarks.dialog;

import static org.bsc.langgraph4j.action.AsyncEdgeAction.edge_async;
import static org.bsc.langgraph4j.action.AsyncNodeAction.node_async;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.action.AsyncNodeAction;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.serializer.plain_text.jackson.JacksonStateSerializer;
import org.bsc.langgraph4j.serializer.std.ObjectStreamStateSerializer;
import org.bsc.langgraph4j.state.AgentState;

/**
 * The agent as one writes it with langgraph4j: the same five steps as nodes, the same three fields as its map of
 * channels. Its nodes answer at once, in the thread that asks.
 */
public final class PeerGraph {
    private static final String ID = "id";
    private static final String COUNTER = "counter";
    private static final String MESSAGES = "messages";

    private final Talk talk;
    private final int last;
    private final CompiledGraph<AgentState> graph;

    /** How it writes its state. */
    public enum Serializer {
        /** Its default: Java serialisation. */
        DEFAULT,
        /** Its JSON. */
        JACKSON;

        private StateSerializer<AgentState> create() {
            return switch (this) {
                case DEFAULT -> new ObjectStreamStateSerializer<>(AgentState::new);
                case JACKSON -> new JacksonStateSerializer<>(AgentState::new) {};
            };
        }
    }

    private PeerGraph(Talk talk, int steps, Serializer serializer, CompileConfig.Builder config) {
        this.talk = talk;
        this.last = Talk.FIRST + steps;
        AsyncNodeAction<AgentState> advance = node_async(this::advance);
        try {
            this.graph = new StateGraph<>(serializer.create())
                    .addNode("plan", advance)
                    .addNode("act", advance)
                    .addNode("observe", advance)
                    .addNode("reflect", advance)
                    .addNode("decide", advance)
                    .addEdge(StateGraph.START, "plan")
                    .addEdge("plan", "act")
                    .addEdge("act", "observe")
                    .addEdge("observe", "reflect")
                    .addEdge("reflect", "decide")
                    .addConditionalEdges(
                            "decide",
                            edge_async(state -> counter(state) < last ? "again" : "end"),
                            Map.of("again", "plan", "end", StateGraph.END))
                    .compile(config.recursionLimit(steps + 10).build());
        } catch (GraphStateException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A graph that saves nothing.
     *
     * @param talk what is said
     * @param steps how many steps until it ends; a multiple of five
     */
    public static PeerGraph withoutSaver(Talk talk, int steps) {
        return new PeerGraph(talk, steps, Serializer.DEFAULT, CompileConfig.builder());
    }

    /**
     * A graph that saves each step in memory, and lets go of all that it saved when a run ends.
     *
     * @param talk what is said
     * @param steps how many steps until it ends; a multiple of five
     * @param serializer how it writes its state
     */
    public static PeerGraph withMemorySaver(Talk talk, int steps, Serializer serializer) {
        return new PeerGraph(
                talk,
                steps,
                serializer,
                CompileConfig.builder().checkpointSaver(new MemorySaver()).releaseThread(true));
    }

    /** Takes all steps. */
    public Dialog run(String id, Dialog dialog) {
        Map<String, Object> start = Map.of(ID, dialog.id, COUNTER, dialog.counter, MESSAGES, dialog.messages);
        Optional<AgentState> end =
                graph.invoke(start, RunnableConfig.builder().threadId(id).build());
        return dialog(end.orElseThrow());
    }

    private Map<String, Object> advance(AgentState state) {
        int counter = counter(state) + 1;
        return Map.of(COUNTER, counter, MESSAGES, talk.at(counter));
    }

    private static int counter(AgentState state) {
        return state.<Integer>value(COUNTER).orElseThrow();
    }

    private static Dialog dialog(AgentState state) {
        Dialog dialog = new Dialog();
        dialog.id = state.<String>value(ID).orElseThrow();
        dialog.counter = counter(state);
        dialog.messages = state.<List<String>>value(MESSAGES).orElseThrow();
        return dialog;
    }
}
