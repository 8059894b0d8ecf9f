package io.stepgraph.benchmarks.tools;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.Conversation;
import io.stepgraph.langchain4j.Limits;
import io.stepgraph.langchain4j.Model;
import io.stepgraph.langchain4j.ToolAgent;
import io.stepgraph.langchain4j.ToolAgent.Chat;
import io.stepgraph.langchain4j.ToolAgentGraph;
import io.stepgraph.langchain4j.ToolAgentGraph.Outcome;
import io.stepgraph.langchain4j.ToolResult;
import io.stepgraph.langchain4j.Tools;
import java.util.List;

/** The agent of {@code stepgraph-langchain4j}. */
final class ToolAgentSide implements Way.Side {
    private static final Limits LIMITS = new Limits(25, 50, 1_000_000, Integer.MAX_VALUE);

    private final Runner runner;
    private final ToolAgentGraph graph = ToolAgentGraph.of(
            new ToolAgent(Model.of(new QuickModel()), Tools.of(new Orders()), "You help customers.", LIMITS));
    private final Chat begun = new Chat();

    ToolAgentSide(Runner runner, List<PastTurn> past) {
        this.runner = runner;
        begun.conversation = conversation(past);
    }

    private static Conversation conversation(List<PastTurn> past) {
        Conversation conversation = Conversation.EMPTY;
        for (PastTurn turn : past) {
            conversation = conversation
                    .with(UserMessage.from(turn.question()))
                    .with(AiMessage.from(ToolExecutionRequest.builder()
                            .id(turn.call())
                            .name(Orders.TOOL)
                            .arguments(PastTurn.ARGUMENTS)
                            .build()))
                    .with(new ToolResult(turn.call(), Orders.TOOL, turn.result(), false))
                    .with(AiMessage.from(turn.answer()));
        }
        return conversation;
    }

    @Override
    public void begin(String thread, String id) {
        graph.on(runner, thread).run(id, begun, Way.QUESTION);
    }

    @Override
    public String message(String thread, String id) {
        Outcome end = graph.on(runner, thread).run(id, new Chat(), Way.QUESTION);
        return ((Outcome.Completed) end).result().text();
    }

    @Override
    public void delete(String thread, String id) {
        graph.on(runner, thread).delete(id);
    }
}
