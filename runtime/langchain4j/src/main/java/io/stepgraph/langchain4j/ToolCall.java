package io.stepgraph.langchain4j;

import java.util.Map;
import java.util.Objects;

/**
 * A call of a tool, as the model asks for it, a person approves it and the tool gets it. Immutable; two calls are equal
 * if their JSON is.
 *
 * @param id the id that the model or its conversation gave it
 * @param name the name of the tool
 * @param arguments plain JSON values, with all their digits: {@code String}, {@code Boolean}, {@code Integer},
 *     {@code Long}, {@code BigInteger}, {@code BigDecimal}, {@code List}, {@code Map} and {@code null}
 */
public record ToolCall(String id, String name, Map<String, Object> arguments) {

    /**
     * Copies the arguments as their JSON says.
     *
     * @throws IllegalArgumentException if JSON does not have an argument, or it cannot be stored
     */
    public ToolCall {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        arguments = PlainJson.read(PlainJson.write(arguments));
    }

    /**
     * Returns a call with the arguments of this JSON object. An empty text is an empty object.
     *
     * @throws IllegalArgumentException if it is no JSON object, has a name twice, or holds a value that cannot be stored;
     *     with a message for the model
     */
    public static ToolCall of(String id, String name, String json) {
        return new ToolCall(id, name, ValidCalls.arguments(json));
    }

    /** Returns the arguments as a JSON object. */
    public String json() {
        return PlainJson.write(arguments);
    }

    ToolResult result(String text) {
        return new ToolResult(id, name, text, false);
    }

    ToolResult failure(String text) {
        return new ToolResult(id, name, text, true);
    }

    ToolResult notCarriedOut(String why) {
        return failure("Not carried out. " + why);
    }
}
