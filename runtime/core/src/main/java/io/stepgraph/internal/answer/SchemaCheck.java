package io.stepgraph.internal.answer;

import io.stepgraph.internal.json.LeafTyping;
import io.stepgraph.internal.json.NumberBound;
import io.stepgraph.internal.json.Path;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Holds a document against a schema that {@link AnswerSchema} has made: the part of JSON Schema which that uses. */
public final class SchemaCheck {
    private final JsonNode root;
    private final @Nullable ObjectMapper reader;

    SchemaCheck(JsonNode schema) {
        this(schema, null);
    }

    /**
     * A check.
     *
     * @param reader reads the texts that have a format, to find out whether they have it; null to take them as they are
     */
    SchemaCheck(JsonNode schema, @Nullable ObjectMapper reader) {
        this.root = schema;
        this.reader = reader;
    }

    /** The first problem and its place; null if there is none. */
    @Nullable String problem(Path path, JsonNode value) {
        return problem(root, path, value);
    }

    /** The kind that an object or a wrapped value names; null if it names none. */
    public static @Nullable String kind(JsonNode value) {
        JsonNode named = value.isArray() ? value.get(0) : value.get(LeafTyping.PROPERTY);
        return named != null && named.isString() ? named.stringValue() : null;
    }

    /** The first problem by a part of the schema, and its place; null if there is none. */
    @Nullable String problem(JsonNode schema, Path path, JsonNode value) {
        if (value.isNumber() && !NumberBound.holds(value.decimalValue())) {
            return "%s is %s".formatted(path, NumberBound.PROBLEM);
        }
        if (schema.has("$ref")) {
            String name = schema.get("$ref").stringValue().substring(AnswerSchema.REFERENCE.length());
            return problem(root.path("$defs").path(name), path, value);
        }
        if (schema.has("anyOf")) {
            return value.isNull() ? null : problem(schema.get("anyOf").get(0), path, value);
        }
        if (schema.has("oneOf")) {
            return ofOneKind(schema.get("oneOf"), path, value);
        }
        if (schema.has("const") && !schema.get("const").equals(value)) {
            return "%s must be %s".formatted(path, schema.get("const"));
        }
        if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
            return "%s is %s, and must be one of %s".formatted(path, value, schema.get("enum"));
        }
        if (schema.has("type") && !hasType(schema.get("type"), value)) {
            return "%s is %s, and must be %s".formatted(path, describe(value), types(schema.get("type")));
        }
        if (value.isNumber() && isOutOfRange(schema.path("format").asString(), value)) {
            return "%s is %s, which is out of the range of a %s"
                    .formatted(path, value, schema.get("format").asString());
        }
        if (value.isString() && reader != null) {
            String format = schema.path("format").asString("");
            if (!ScalarSchemas.isReadable(format, value, reader)) {
                return "%s is %s, and must be a %s".formatted(path, value, format);
            }
        }
        if (value.isNumber() || value.isString()) {
            return ofLimits(schema, path, value);
        }
        if (value.isObject()) {
            return ofFields(schema, path, value);
        }
        return value.isArray() ? ofElements(schema, path, value) : null;
    }

    private @Nullable String ofOneKind(JsonNode kinds, Path path, JsonNode value) {
        List<String> objects = new ArrayList<>();
        List<String> forms = new ArrayList<>();
        String named = kind(value);
        for (JsonNode kind : kinds) {
            String name = AnswerSchema.kind(kind);
            boolean isWrapped = kind.has("prefixItems");
            boolean isObject = kind.has("properties");
            if (name.equals(named) && (value.isArray() ? isWrapped : isObject)) {
                return problem(kind, path, value);
            }
            if (isObject) {
                objects.add(name);
            }
            if (isWrapped) {
                forms.add("[\"%s\", ...]".formatted(name));
            }
        }
        String wrapped = String.join(" or ", forms);
        if (objects.isEmpty()) {
            return "%s is %s, and must be %s".formatted(path, describe(value), wrapped);
        }
        if (!value.isObject()) {
            return "%s is %s, and must be an object whose %s is one of %s%s"
                    .formatted(
                            path,
                            describe(value),
                            LeafTyping.PROPERTY,
                            objects,
                            wrapped.isEmpty() ? "" : " or " + wrapped);
        }
        return "%s is %s, and must be one of %s%s"
                .formatted(
                        path.field(LeafTyping.PROPERTY),
                        named == null ? "missing" : '"' + named + '"',
                        objects,
                        wrapped.isEmpty() ? "" : ", unless %s is %s".formatted(path, wrapped));
    }

    /** The least and the most that a number, or the length of a text, may be. A schema that is stored may have none. */
    private static @Nullable String ofLimits(JsonNode schema, Path path, JsonNode value) {
        boolean isText = value.isString();
        JsonNode least = schema.path(isText ? "minLength" : "minimum");
        JsonNode most = schema.path(isText ? "maxLength" : "maximum");
        BigDecimal size = isText ? BigDecimal.valueOf(value.stringValue().length()) : value.decimalValue();
        String measured = isText ? "%s has %s characters, and must have at %s %s" : "%s is %s, and must be at %s %s";
        if (least.isNumber() && size.compareTo(least.decimalValue()) < 0) {
            return measured.formatted(path, size, "least", least);
        }
        return most.isNumber() && size.compareTo(most.decimalValue()) > 0
                ? measured.formatted(path, size, "most", most)
                : null;
    }

    private static @Nullable String ofKey(JsonNode names, Path path, String key) {
        if (names.has("enum")
                && names.get("enum").valueStream().noneMatch(name -> key.equals(name.stringValue(null)))) {
            return "%s has the key \"%s\", and must have keys of %s".formatted(path, key, names.get("enum"));
        }
        String format = names.path("format").asString("");
        return ScalarSchemas.isInFormat(format, key)
                ? null
                : "%s has the key \"%s\", and must have keys that are %s".formatted(path, key, format);
    }

    private @Nullable String ofFields(JsonNode schema, Path path, JsonNode value) {
        for (JsonNode required : schema.path("required")) {
            if (!value.has(required.stringValue())) {
                return path.field(required.stringValue()) + " is missing";
            }
        }
        JsonNode known = schema.path("properties");
        JsonNode others = schema.path("additionalProperties");
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String unfit = ofKey(schema.path("propertyNames"), path, field.getKey());
            if (unfit != null) {
                return unfit;
            }
            Path place = path.field(field.getKey());
            JsonNode type = known.has(field.getKey()) ? known.get(field.getKey()) : others;
            if (type.isBoolean() && !type.booleanValue()) {
                return "%s is unknown; the fields are %s".formatted(place, known.propertyNames());
            }
            String problem = problem(type, place, field.getValue());
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable String ofElements(JsonNode schema, Path path, JsonNode value) {
        JsonNode first = schema.path("prefixItems");
        if (!first.isMissingNode() && schema.has("minItems") && first.size() != value.size()) {
            return "%s has %s elements, and must have %s".formatted(path, value.size(), first.size());
        }
        for (int i = 0; i < value.size(); i++) {
            JsonNode type = i < first.size() ? first.get(i) : schema.path("items");
            String problem = problem(type, path.element(i), value.get(i));
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static boolean isOutOfRange(String format, JsonNode value) {
        return switch (format) {
            case "double" -> Double.isInfinite(value.decimalValue().doubleValue());
            case "float" -> Float.isInfinite(value.decimalValue().floatValue());
            default -> false;
        };
    }

    private static boolean hasType(JsonNode type, JsonNode value) {
        if (type.isArray()) {
            return type.valueStream().anyMatch(each -> hasType(each, value));
        }
        return switch (type.stringValue()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> value.isNull();
        };
    }

    private static String types(JsonNode type) {
        return type.isArray() ? type.get(0).stringValue() + " or null" : type.stringValue();
    }

    private static String describe(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case NULL -> "null";
            default -> value.toString();
        };
    }
}
