package io.stepgraph.samples.refund.json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON. Safe for use by many threads. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build();

    private Json() {}

    /** Writes a value. */
    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException if the text is not such a value
     */
    public static <T> T read(String text, Class<T> type) {
        try {
            return MAPPER.readValue(text, type);
        } catch (JacksonException wrong) {
            throw new IllegalArgumentException(
                    "This is no " + type.getSimpleName() + ": " + wrong.getOriginalMessage(), wrong);
        }
    }

    /**
     * Reads any JSON.
     *
     * @throws IllegalArgumentException if the text is not JSON
     */
    public static JsonNode tree(String text) {
        return read(text, JsonNode.class);
    }

    /** An object without fields. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** A value as a tree. */
    public static JsonNode treeOf(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Reads a file that holds an array. */
    public static <T> List<T> readList(Path file, Class<T[]> type) throws IOException {
        return List.of(read(Files.readString(file), type));
    }
}
