package io.stepgraph.benchmarks.tools;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.List;

/** A message as a program stores it that has no {@code Conversation}. */
public sealed interface HandMessage {

    /** The same in the words of LangChain4j. */
    ChatMessage forModel();

    /**
     * A text of the user.
     *
     * @param text the text
     */
    record User(String text) implements HandMessage {
        @Override
        public ChatMessage forModel() {
            return UserMessage.from(text);
        }
    }

    /**
     * What the model said in one turn.
     *
     * @param text the text; empty if it only calls tools
     * @param calls what it calls
     */
    record Assistant(String text, List<Call> calls) implements HandMessage {
        static Assistant of(AiMessage message) {
            return new Assistant(
                    message.text() == null ? "" : message.text(),
                    message.toolExecutionRequests().stream()
                            .map(call -> new Call(call.id(), call.name(), call.arguments()))
                            .toList());
        }

        @Override
        public ChatMessage forModel() {
            List<ToolExecutionRequest> requests =
                    calls.stream().map(Call::forModel).toList();
            return text.isEmpty() ? AiMessage.from(requests) : AiMessage.from(text, requests);
        }
    }

    /**
     * A call of a tool.
     *
     * @param id its id
     * @param tool the tool
     * @param arguments its arguments, as JSON
     */
    record Call(String id, String tool, String arguments) {
        ToolExecutionRequest forModel() {
            return ToolExecutionRequest.builder()
                    .id(id)
                    .name(tool)
                    .arguments(arguments)
                    .build();
        }
    }

    /**
     * The result of a call.
     *
     * @param call the id of the call
     * @param tool the tool
     * @param text the result
     */
    record Result(String call, String tool, String text) implements HandMessage {
        @Override
        public ChatMessage forModel() {
            return ToolExecutionResultMessage.from(call, tool, text);
        }
    }
}
