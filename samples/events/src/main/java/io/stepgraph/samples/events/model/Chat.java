package io.stepgraph.samples.events.model;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.stepgraph.samples.events.LlmRequest;
import io.stepgraph.samples.events.LlmResponse;
import io.stepgraph.samples.events.Message;
import io.stepgraph.samples.events.ToolCall;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Translates between the messages of the machine and those of LangChain4j. */
public final class Chat {
    private static final SystemMessage SYSTEM = SystemMessage.from(
            "You are a coding agent in a terminal. Work on the files of the working folder with the tools. "
                    + "Look before you change something, and check what you have changed. Answer briefly, in plain text.");

    private static final String NOTHING = "(no answer)";

    private Chat() {}

    /**
     * The messages of a request.
     *
     * @param request the request
     * @return them, after the system's message
     */
    public static List<ChatMessage> messages(LlmRequest request) {
        return Stream.concat(Stream.of(SYSTEM), request.messages().stream().map(Chat::message))
                .toList();
    }

    private static ChatMessage message(Message message) {
        if (message instanceof Message.User user) {
            return UserMessage.from(user.text());
        }
        if (message instanceof Message.Tool tool) {
            return ToolExecutionResultMessage.from(tool.callId(), tool.toolName(), tool.text());
        }
        Message.Assistant answer = (Message.Assistant) message;
        List<ToolExecutionRequest> calls =
                answer.toolCalls().stream().map(Chat::request).toList();
        if (!calls.isEmpty()) {
            return answer.text().isEmpty() ? AiMessage.from(calls) : AiMessage.from(answer.text(), calls);
        }
        return AiMessage.from(answer.text().isBlank() ? NOTHING : answer.text()); // providers refuse an empty message
    }

    private static ToolExecutionRequest request(ToolCall call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.toolName())
                .arguments(isObject(call.arguments()) ? call.arguments() : "{}")
                .build();
    }

    /**
     * A call that was cut off has other arguments, which would make the whole request invalid; the tool has told the
     * model.
     */
    private static boolean isObject(String arguments) {
        try {
            return JsonMapper.shared().readTree(arguments).isObject();
        } catch (JacksonException cutOff) {
            return false;
        }
    }

    /**
     * The answer of a model. Calls without an id of their own get one, so that their results find them.
     *
     * @param message its message
     * @return the answer
     */
    public static LlmResponse response(AiMessage message) {
        Set<String> ids = new HashSet<>();
        List<ToolCall> calls = message.toolExecutionRequests().stream()
                .map(each -> new ToolCall(
                        each.id() != null && !each.id().isEmpty() && ids.add(each.id())
                                ? each.id()
                                : UUID.randomUUID().toString(),
                        each.name(),
                        each.arguments() == null || each.arguments().isBlank() ? "{}" : each.arguments()))
                .toList();
        return new LlmResponse(Objects.requireNonNullElse(message.text(), ""), calls);
    }
}
