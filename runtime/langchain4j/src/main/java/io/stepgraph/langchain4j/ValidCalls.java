package io.stepgraph.langchain4j;

import static java.util.Objects.requireNonNullElse;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Calls as every provider accepts them (K2). */
final class ValidCalls {
    private static final String INVALID = "invalid_arguments";

    /** Visible ASCII: every provider takes such an id back, and every store keeps it. */
    private static final Pattern ID = Pattern.compile("[\\x21-\\x7E]{1,100}");

    private static final int LONGEST_NAME = 64;

    private ValidCalls() {}

    /**
     * Returns a reply with valid calls.
     *
     * @param ids the ids of all calls before; gets those of this reply
     */
    static AiMessage of(AiMessage reply, Set<String> ids) {
        List<ToolExecutionRequest> calls = reply.toolExecutionRequests().stream()
                .map(call -> valid(call, ids))
                .toList();
        return reply.toBuilder().toolExecutionRequests(calls).build();
    }

    private static ToolExecutionRequest valid(ToolExecutionRequest call, Set<String> ids) {
        return ToolExecutionRequest.builder()
                .id(id(requireNonNullElse(call.id(), ""), ids))
                .name(name(requireNonNullElse(call.name(), "")))
                .arguments(valid(requireNonNullElse(call.arguments(), "")))
                .build();
    }

    private static String id(String given, Set<String> ids) {
        if (ID.matcher(given).matches() && ids.add(given)) {
            return given;
        }
        int number = ids.size() + 1;
        while (!ids.add("call-" + number)) {
            number++;
        }
        return "call-" + number;
    }

    private static String name(String given) {
        String name = given.isBlank() ? "unnamed" : given.replaceAll("[^a-zA-Z0-9_-]", "_");
        return name.substring(0, Math.min(name.length(), LONGEST_NAME));
    }

    private static String valid(String json) {
        if (json.isBlank()) {
            return "{}";
        }
        try {
            PlainJson.read(json);
            return json;
        } catch (IllegalArgumentException unreadable) {
            return PlainJson.write(Map.of(INVALID, json));
        }
    }

    /**
     * Reads arguments, also those that are kept because they are invalid.
     *
     * @throws IllegalArgumentException if they are no JSON object, with a message for the model
     */
    static Map<String, Object> arguments(String json) {
        if (json.isBlank()) {
            return Map.of();
        }
        try {
            Map<String, Object> arguments = PlainJson.read(json);
            if (arguments.size() == 1 && arguments.get(INVALID) instanceof String kept) {
                PlainJson.read(kept);
            }
            return arguments;
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(
                    "The arguments are not a JSON object that can be read. " + unreadable.getMessage(), unreadable);
        }
    }
}
