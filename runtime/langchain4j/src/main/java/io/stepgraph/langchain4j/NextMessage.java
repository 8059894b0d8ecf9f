package io.stepgraph.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The message that a conversation goes on with, as providers accept it there.
 *
 * @param before the conversation
 * @param open its open calls by id, read once for all results of a turn
 */
record NextMessage(Conversation before, Map<String, ToolExecutionRequest> open) {
    private static final String NO_TEXT = "(no text)";

    ChatMessage valid(ChatMessage message) {
        if (message instanceof ToolExecutionResultMessage result) {
            return valid(result);
        }
        before.requireClosed();
        if (message instanceof AiMessage reply) {
            return ValidCalls.of(isSilent(reply) ? reply.withText(NO_TEXT) : reply, ids());
        }
        if (!(message instanceof UserMessage user)) {
            throw new IllegalArgumentException(
                    "A conversation holds what the user and the model say, and no message " + message.type()
                            + ". Give the words of the system to Tools.request(system, …), which puts them first.");
        }
        if (user.contents().stream()
                .anyMatch(
                        part -> part instanceof TextContent text && text.text().isBlank())) {
            throw new IllegalArgumentException(
                    "The text of the user is empty, which providers refuse. Ask the user again.");
        }
        return user;
    }

    private ToolExecutionResultMessage valid(ToolExecutionResultMessage result) {
        ToolExecutionRequest call = open.get(result.id());
        if (call == null) {
            throw new IllegalArgumentException("The result of '" + result.toolName() + "' has the id '" + result.id()
                    + "', and no such call is open among " + open.keySet()
                    + ". Take the ids from openCalls(), and add each result once.");
        }
        boolean isEmpty = result.hasSingleText() && result.text().isBlank();
        ToolExecutionResultMessage.Builder valid = result.toBuilder().toolName(call.name());
        return (isEmpty ? valid.contents(TextContent.from(NO_TEXT)) : valid).build();
    }

    private static boolean isSilent(AiMessage reply) {
        return !reply.hasToolExecutionRequests()
                && Objects.requireNonNullElse(reply.text(), "").isBlank();
    }

    private Set<String> ids() {
        return before.messages().stream()
                .filter(AiMessage.class::isInstance)
                .flatMap(reply -> ((AiMessage) reply).toolExecutionRequests().stream())
                .map(ToolExecutionRequest::id)
                .collect(Collectors.toSet());
    }
}
