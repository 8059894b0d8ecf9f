package io.stepgraph.internal.answer;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * An answer that is a text, a number or a boolean and does not name its kind, although there are several kinds: it is
 * accepted if exactly one kind is written like this.
 *
 * @param kind the name of that kind
 * @param schema the schema of its values
 * @param value the answer
 */
record UntaggedAnswer(String kind, JsonNode schema, JsonNode value) {

    /** An answer that need not name its kind; null if it names its kind, or must. */
    static @Nullable UntaggedAnswer of(JsonNode schema, JsonNode answer) {
        String written = typeOf(answer);
        if (written == null) {
            return null;
        }
        UntaggedAnswer sole = null;
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
                sole = new UntaggedAnswer(AnswerSchema.kind(kind), wrapped.get(1), answer);
            }
        }
        return sole;
    }

    /** The answer with its kind. */
    JsonNode withKind() {
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
