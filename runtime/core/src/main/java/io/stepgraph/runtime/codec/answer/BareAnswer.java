package io.stepgraph.runtime.codec.answer;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * An answer that is a text, a number or a boolean and tells no kind, where it must be one of several: taken if exactly one
 * of them is written so.
 *
 * @param kind the name of that kind
 * @param schema what its values are
 * @param value the answer
 */
record BareAnswer(String kind, JsonNode schema, JsonNode value) {

    /** An answer of a kind that it need not tell; null if it tells its kind, or must. */
    static @Nullable BareAnswer of(JsonNode schema, JsonNode answer) {
        String written = typeOf(answer);
        if (written == null) {
            return null;
        }
        BareAnswer sole = null;
        for (JsonNode kind : schema.path("oneOf")) {
            JsonNode wrapped = kind.path("prefixItems");
            if (wrapped.isMissingNode()) {
                continue;
            }
            if (wrapped.size() == 1) {
                // A kind that the schema leaves open may be written as anything.
                return null;
            }
            if (written.equals(typeIn(wrapped.get(1)))) {
                if (sole != null) {
                    return null;
                }
                sole = new BareAnswer(AnswerSchema.kind(kind), wrapped.get(1), answer);
            }
        }
        return sole;
    }

    /** The answer as one that tells its kind. */
    JsonNode told() {
        return JsonNodeFactory.instance.arrayNode().add(kind).add(value);
    }

    private static @Nullable String typeOf(JsonNode answer) {
        return switch (answer.getNodeType()) {
            case STRING -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "boolean";
            default -> null;
        };
    }

    private static String typeIn(JsonNode schema) {
        if (schema.has("enum")) {
            return "string";
        }
        String type = schema.path("type").asString("");
        return type.equals("integer") ? "number" : type;
    }
}
