package io.stepgraph.langchain4j;

import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonReferenceSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares arguments with the schema of their tool (K4). The executors of LangChain4j do not: they pass null for a
 * missing argument, ignore an unknown one, and read other numbers than integers as doubles.
 *
 * @param root the schema of all arguments
 */
record ArgumentCheck(JsonObjectSchema root) {
    private static final JsonObjectSchema ANYTHING =
            JsonObjectSchema.builder().additionalProperties(true).build();

    /** What is wrong, as sentences for the model. */
    Stream<String> problems(Map<String, Object> arguments) {
        return members(root, arguments, "");
    }

    private Stream<String> members(JsonObjectSchema schema, Map<?, ?> values, String path) {
        Stream<String> missing = schema.required().stream()
                .filter(name -> !values.containsKey(name))
                .map(name -> "The argument '" + path + name + "' is missing.");
        Stream<String> wrong = values.entrySet().stream()
                .flatMap(each -> member(schema, String.valueOf(each.getKey()), each.getValue(), path));
        return Stream.concat(missing, wrong);
    }

    private Stream<String> member(JsonObjectSchema schema, String name, @Nullable Object value, String path) {
        JsonSchemaElement of = schema.properties().get(name);
        if (of == null && !Boolean.TRUE.equals(schema.additionalProperties())) {
            return Stream.of("There is no argument '" + path + name + "'. There are "
                    + schema.properties().keySet() + ".");
        }
        boolean isLeftOut = value == null && !schema.required().contains(name);
        return isLeftOut ? Stream.of() : value(of, value, path + name);
    }

    /** The problems of a value; the schema is null where there is none. */
    private Stream<String> value(@Nullable JsonSchemaElement schema, @Nullable Object value, String path) {
        if (schema instanceof JsonReferenceSchema to) {
            return value(root.definitions().get(to.reference()), value, path);
        }
        if (schema instanceof JsonAnyOfSchema any) {
            return oneOf(any, value, path);
        }
        String expected = expected(schema, value);
        if (expected != null) {
            return wrong(value, path, expected);
        }
        if (value instanceof List<?> list) {
            JsonSchemaElement items = schema instanceof JsonArraySchema array ? array.items() : null;
            return IntStream.range(0, list.size())
                    .boxed()
                    .flatMap(index -> value(items, list.get(index), path + "[" + index + "]"));
        }
        JsonObjectSchema members = schema instanceof JsonObjectSchema of && hasMembers(of) ? of : ANYTHING;
        return value instanceof Map<?, ?> map ? members(members, map, path + ".") : Stream.of();
    }

    private Stream<String> oneOf(JsonAnyOfSchema any, @Nullable Object value, String path) {
        List<JsonSchemaElement> choices = any.anyOf().stream()
                .filter(each -> value == null || !(each instanceof JsonNullSchema))
                .toList();
        if (choices.size() == 1) {
            return value(choices.get(0), value, path);
        }
        return choices.stream()
                        .anyMatch(each -> value(each, value, path).findAny().isEmpty())
                ? Stream.of()
                : wrong(value, path, "one of the forms that the tool describes");
    }

    private static Stream<String> wrong(@Nullable Object value, String path, String expected) {
        return Stream.of("The argument '" + path + "' is " + AskText.shown(value) + ", and must be " + expected + ".");
    }

    /** What a value must be by itself; null if it is. */
    private static @Nullable String expected(@Nullable JsonSchemaElement schema, @Nullable Object value) {
        if (schema instanceof JsonStringSchema) {
            return value instanceof String ? null : "a text";
        }
        if (schema instanceof JsonBooleanSchema) {
            return value instanceof Boolean ? null : "true or false";
        }
        if (schema instanceof JsonEnumSchema one) {
            return value != null && one.enumValues().contains(value) ? null : "one of " + one.enumValues();
        }
        if (schema instanceof JsonArraySchema) {
            return value instanceof List ? null : "a list";
        }
        if (schema instanceof JsonObjectSchema object && hasMembers(object)) {
            return value instanceof Map ? null : "an object";
        }
        if (schema instanceof JsonObjectSchema && value == null) {
            return "a value";
        }
        if (value instanceof Number number) {
            return expectedNumber(schema, number);
        }
        return schema instanceof JsonIntegerSchema || schema instanceof JsonNumberSchema ? "a number" : null;
    }

    /** Whether a schema names members. That of a map or of any value does not. */
    private static boolean hasMembers(JsonObjectSchema schema) {
        return !schema.properties().isEmpty();
    }

    private static @Nullable String expectedNumber(@Nullable JsonSchemaElement schema, Number number) {
        BigDecimal exact = new BigDecimal(number.toString());
        boolean isDecimal = number instanceof BigDecimal;
        if (schema instanceof JsonIntegerSchema
                && isDecimal
                && exact.stripTrailingZeros().scale() > 0) {
            return "a whole number";
        }
        double close = number.doubleValue();
        boolean isExact = Double.isFinite(close) && BigDecimal.valueOf(close).compareTo(exact) == 0;
        return isExact || !(isDecimal || schema instanceof JsonNumberSchema)
                ? null
                : "a number that a double can hold, with 15 digits at most";
    }
}
