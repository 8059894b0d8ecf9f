package io.stepgraph.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What OpenAI or Anthropic, or the templates of local models, refuse: the union of their rules. */
final class ProviderRules {

    private static final String NAME = "[a-zA-Z0-9_-]{1,64}";
    private static final JsonMapper JSON = new JsonMapper();

    private final Set<String> ids = new HashSet<>();

    /** The calls of the last reply that have no result yet, by id: the name of the tool. */
    private final Map<String, String> open = new LinkedHashMap<>();

    private @Nullable ChatMessage before;

    private ProviderRules() {}

    /**
     * Checks a request.
     *
     * @throws InvalidRequestException if a provider would refuse it
     */
    static void check(ChatRequest request) {
        new ProviderRules().checkAll(request);
    }

    private void checkAll(ChatRequest request) {
        checkTools(request.toolSpecifications());
        List<ChatMessage> messages = request.messages();
        int first = messages.get(0) instanceof SystemMessage ? 1 : 0;
        if (first == 1) {
            checkText(((SystemMessage) messages.get(0)).text(), "the system message");
        }
        for (ChatMessage message : messages.subList(first, messages.size())) {
            check(message);
            before = message;
        }
        require(open.isEmpty(), "The calls " + open.keySet() + " have no results.");
        require(
                before instanceof UserMessage || before instanceof ToolExecutionResultMessage,
                "The last message must be of the user, or a result.");
    }

    private static void checkTools(@Nullable List<ToolSpecification> tools) {
        Set<String> names = new HashSet<>();
        for (ToolSpecification tool : tools == null ? List.<ToolSpecification>of() : tools) {
            require(tool.name().matches(NAME), "A tool cannot be called '" + tool.name() + "'.");
            require(names.add(tool.name()), "There are two tools '" + tool.name() + "'.");
        }
    }

    private void check(ChatMessage message) {
        if (message instanceof ToolExecutionResultMessage result) {
            String name = open.remove(result.id());
            require(name != null, "The result '" + result.id() + "' has no call before it.");
            require(result.toolName().equals(name), "The result '" + result.id() + "' names another tool.");
            checkContents(result.contents(), "a result");
            return;
        }
        require(open.isEmpty(), "The calls " + open.keySet() + " have no results.");
        if (message instanceof UserMessage user) {
            require(!(before instanceof UserMessage), "Two messages of the user follow each other.");
            checkContents(user.contents(), "a message of the user");
        } else if (message instanceof AiMessage reply) {
            require(before != null, "The first message must be of the user.");
            require(!(before instanceof AiMessage), "Two messages of the model follow each other.");
            checkReply(reply);
        } else {
            require(false, message.type() + " has no place here.");
        }
    }

    private void checkReply(AiMessage reply) {
        if (!reply.hasToolExecutionRequests()) {
            checkText(reply.text(), "a message of the model");
        }
        for (ToolExecutionRequest call : reply.toolExecutionRequests()) {
            String id = call.id();
            require(id != null && !id.isBlank(), "A call has no id.");
            require(id.length() <= 100, "The id of a call is too long.");
            require(ids.add(id), "Two calls have the id '" + id + "'.");
            require(call.name() != null && call.name().matches(NAME), "A call names the tool '" + call.name() + "'.");
            require(isObject(call.arguments()), "The arguments of '" + id + "' are no JSON object.");
            open.put(id, call.name());
        }
    }

    private static void checkContents(List<Content> contents, String of) {
        for (Content content : contents) {
            if (content instanceof TextContent text) {
                checkText(text.text(), of);
            }
        }
    }

    private static void checkText(@Nullable String text, String of) {
        require(text != null && !text.isBlank(), "The text of " + of + " is empty.");
    }

    private static boolean isObject(@Nullable String arguments) {
        try {
            return JSON.readTree(arguments == null ? "" : arguments).isObject();
        } catch (JacksonException noJson) {
            return false;
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidRequestException(otherwise);
        }
    }
}
