package io.stepgraph.samples.chat;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The arguments of a call, as a model wrote them.
 *
 * @param json an object
 */
record Arguments(JsonNode json) {
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * The arguments of a call.
     *
     * @throws IllegalArgumentException if they are not a JSON object
     */
    static Arguments of(ToolCall call) {
        try {
            // Models leave out the arguments of a tool that takes none.
            JsonNode json = JSON.readTree(call.arguments().isBlank() ? "{}" : call.arguments());
            if (json.isObject()) {
                return new Arguments(json);
            }
        } catch (JacksonException invalid) {
            throw new IllegalArgumentException("The arguments are not JSON: " + invalid.getOriginalMessage(), invalid);
        }
        throw new IllegalArgumentException("The arguments are not a JSON object: " + call.arguments());
    }

    /**
     * A text among them.
     *
     * @throws IllegalArgumentException if there is none
     */
    String text(String name) {
        JsonNode value = json.path(name);
        if (!value.isString() || value.asString().isBlank()) {
            throw new IllegalArgumentException("The argument '" + name + "' is missing.");
        }
        return value.asString().strip();
    }
}
