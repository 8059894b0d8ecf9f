package io.stepgraph.cli.io;

import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON documents: those that are printed, and those that a store has. */
public final class Documents {
    /** Numbers keep all their digits. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Documents() {}

    /** An object without fields. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** A record as an object that has its components. */
    public static ObjectNode of(Record components) {
        return MAPPER.valueToTree(components);
    }

    /** Adds a time to an object; null stays null. */
    public static void put(ObjectNode object, String field, @Nullable Instant time) {
        object.put(field, time == null ? null : time.toString());
    }

    /** A stored document; a damaged one becomes a text. */
    public static JsonNode stored(@Nullable Json json) {
        if (json == null) {
            return MAPPER.nullNode();
        }
        try {
            return MAPPER.readTree(json.utf8());
        } catch (JacksonException damaged) {
            return MAPPER.getNodeFactory().stringNode(json.text());
        }
    }

    /**
     * Reads a text.
     *
     * @throws JacksonException if it is not JSON
     */
    public static JsonNode read(String text) {
        return MAPPER.readTree(text);
    }

    /** A document as maps, lists, texts and numbers. */
    public static @Nullable Object plain(JsonNode document) {
        return MAPPER.treeToValue(document, Object.class);
    }

    /** Returns what is wrong with a text that is not JSON. */
    public static String fault(JacksonException damaged) {
        return damaged instanceof MismatchedInputException
                ? "more text comes after its end"
                : damaged.getOriginalMessage().replaceFirst("(?s) \\(start marker at \\[.*", "");
    }

    /** A document without its punctuation, for a person: the value of its only field, or {@code name: value, …}. */
    public static String words(JsonNode document) {
        if (!document.isObject()) {
            return document.isString() ? document.stringValue() : line(document);
        }
        return document.properties().stream()
                .map(field -> (document.size() == 1 ? "" : field.getKey() + ": ") + words(field.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Writes a document in one line, in which no character moves the cursor or turns the text. */
    public static String line(JsonNode document) {
        return Texts.escaped(MAPPER.writeValueAsString(document));
    }

    /** Writes a document in many lines, for a person. */
    public static String pretty(JsonNode document) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    }
}
