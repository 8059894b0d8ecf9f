package io.stepgraph.benchmarks.tools;

import static io.stepgraph.StepGraph.END;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.stepgraph.MaxVisits;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.benchmarks.tools.HandAgentGraph.ModelNext;
import io.stepgraph.benchmarks.tools.HandMessage.Assistant;
import io.stepgraph.benchmarks.tools.HandMessage.Call;
import io.stepgraph.benchmarks.tools.HandMessage.Result;
import io.stepgraph.benchmarks.tools.HandMessage.User;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * An agent that one writes without {@code stepgraph-langchain4j}: the least that gives a model one tool, and as many
 * commits for a message as {@code ToolAgent}. It checks no call, and closes none.
 */
@StepGraph(start = "receive")
final class HandAgent {
    private static final ToolSpecification FIND = ToolSpecification.builder()
            .name(Orders.TOOL)
            .description("Finds an order.")
            .parameters(JsonObjectSchema.builder()
                    .addStringProperty(Orders.PARAMETER, "its number")
                    .required(Orders.PARAMETER)
                    .build())
            .build();

    private final StreamingChatModel model;
    private final Orders orders;
    private final JsonMapper json = new JsonMapper();

    HandAgent(StreamingChatModel model, Orders orders) {
        this.model = model;
        this.orders = orders;
    }

    /** The state. */
    static final class Chat {
        public List<HandMessage> messages = new ArrayList<>();
    }

    @Step(next = "model")
    void receive(Chat chat, String message) {
        chat.messages.add(new User(message));
    }

    @Step(next = {"tools", "answer"})
    @MaxVisits(times = 25, then = "answer")
    ModelNext model(Chat chat, StepContext<HandEvent> context) throws Exception {
        List<ChatMessage> messages = new ArrayList<>();
        messages.add(SystemMessage.from("You help customers."));
        chat.messages.forEach(message -> messages.add(message.forModel()));
        ChatRequest request = ChatRequest.builder()
                .messages(messages)
                .toolSpecifications(FIND)
                .build();
        Assistant said = Assistant.of(HandModelCall.stream(model, request, context));
        chat.messages.add(said);
        return said.calls().isEmpty() ? ModelNext.answer() : ModelNext.tools();
    }

    @Step(next = "model")
    void tools(Chat chat, StepContext<HandEvent> context) throws InterruptedException {
        Assistant said = (Assistant) chat.messages.get(chat.messages.size() - 1);
        said.calls().forEach(call -> context.emit(new HandEvent.Calling(call)));
        chat.messages.addAll(context.together(said.calls(), call -> {
            Result result = new Result(call.id(), call.tool(), orders.find(order(call)));
            context.emit(new HandEvent.Done(result));
            return result;
        }));
    }

    private String order(Call call) {
        return json.readTree(call.arguments()).path(Orders.PARAMETER).asString();
    }

    @Step(next = END)
    String answer(Chat chat) {
        return chat.messages.get(chat.messages.size() - 1) instanceof Assistant said ? said.text() : "";
    }
}
