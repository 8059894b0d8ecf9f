package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * A flat JSON object, as its fields. A field that is a document keeps its bytes, because stores compare documents by
 * their bytes.
 */
final class JsonFields {
    /** The limits on a value were checked before it was stored. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Map<String, Json> fields;

    private JsonFields(Map<String, Json> fields) {
        this.fields = fields;
    }

    /**
     * Reads an object.
     *
     * @throws IllegalArgumentException if the document is not a JSON object
     */
    static JsonFields of(Json object) {
        return upTo(null, object);
    }

    /** Reads an object up to a field, and not what follows it. */
    static JsonFields upTo(@Nullable String last, Json object) {
        Map<String, Json> fields = new HashMap<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), object.utf8())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("is not a JSON object");
            }
            while (!fields.containsKey(last) && parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                int from = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                int to = (int) parser.currentLocation().getByteOffset();
                fields.put(name, object.part(from, to));
            }
        } catch (JacksonException damaged) {
            throw new IllegalArgumentException("is not JSON: " + damaged.getOriginalMessage(), damaged);
        }
        return new JsonFields(fields);
    }

    /** The names of its fields. */
    Set<String> names() {
        return fields.keySet();
    }

    /**
     * A field that has to be there.
     *
     * @throws IllegalArgumentException if it is missing
     */
    Json document(String name) {
        Json field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("has no '" + name + "'");
        }
        return field;
    }

    /**
     * A text that has to be there.
     *
     * @throws IllegalArgumentException if it is missing, or no text
     */
    String text(String name) {
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), document(name).utf8())) {
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                throw new IllegalArgumentException("has a '" + name + "' that is not a text");
            }
            return parser.getString();
        }
    }

    /** A field; null if it is missing. */
    @Nullable Json documentOrNull(String name) {
        return fields.get(name);
    }

    /**
     * An array of texts that has to be there.
     *
     * @throws IllegalArgumentException if it is missing, or something else
     */
    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        try (JsonParser parser =
                JSON.createParser(ObjectReadContext.empty(), document(name).utf8())) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IllegalArgumentException("has a '" + name + "' that is not an array");
            }
            while (parser.nextToken() == JsonToken.VALUE_STRING) {
                texts.add(parser.getString());
            }
        }
        return texts;
    }

    /**
     * A whole number that has to be there.
     *
     * @throws IllegalArgumentException if it is missing, or something else
     */
    int integer(String name) {
        try {
            return Integer.parseInt(document(name).text());
        } catch (NumberFormatException other) {
            throw new IllegalArgumentException("has a '" + name + "' that is not a whole number", other);
        }
    }

    /** A text, or null if the field is missing. */
    @Nullable String textOrNull(String name) {
        return fields.containsKey(name) ? text(name) : null;
    }
}
