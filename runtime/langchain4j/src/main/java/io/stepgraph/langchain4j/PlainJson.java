package io.stepgraph.langchain4j;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON objects as plain values that the runtime stores and gives back as they are; all others are refused. */
final class PlainJson {

    /** Half a character, which UTF-8 does not have. */
    static final Pattern HALF = Pattern.compile("\\p{Cs}");

    /** The depth of a document; the runtime stores 500, and arguments stand deep in questions. */
    private static final int MAX_DEPTH = 100;

    private static final int MAX_EXPONENT = 10_000;
    private static final String TOO_FAR = "A number has an exponent of more than " + MAX_EXPONENT + ".";

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS) // Its words are not for a model.
            .build();

    private PlainJson() {}

    static String write(@Nullable Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JacksonException notJson) {
            throw new IllegalArgumentException(notJson.getOriginalMessage(), notJson);
        }
    }

    /**
     * Reads a JSON object. It is immutable, all the way down.
     *
     * @throws IllegalArgumentException if it is none, has a name twice, or cannot be stored; with a sentence for a model
     */
    static Map<String, Object> read(String json) {
        Map<String, Object> object;
        try (JsonParser in = MAPPER.createParser(json)) {
            object = object(MAPPER.readValue(in, Object.class));
            if (in.nextToken() != null) {
                throw new IllegalArgumentException("More text follows the object.");
            }
        } catch (JacksonException notJson) {
            // Behind "(start marker" is only the place where Jackson reads.
            String reason = notJson.getOriginalMessage().replaceFirst(" \\(start marker.*", "");
            throw new IllegalArgumentException(reason + ".", notJson);
        } catch (NumberFormatException beyondAnyNumber) {
            throw new IllegalArgumentException(TOO_FAR, beyondAnyNumber);
        }
        if (HALF.matcher(write(object)).find()) {
            throw new IllegalArgumentException("A text holds half a character (an unpaired surrogate).");
        }
        return object;
    }

    private static Map<String, Object> object(@Nullable Object value) {
        if (immutable(value) instanceof Map<?, ?> object) {
            @SuppressWarnings("unchecked") // Jackson reads no other keys.
            Map<String, Object> named = (Map<String, Object>) object;
            return named;
        }
        throw new IllegalArgumentException("They are another JSON value.");
    }

    private static @Nullable Object immutable(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
            object.forEach((name, each) -> copy.put(name, immutable(each)));
            return Collections.unmodifiableMap(copy);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(PlainJson::immutable).toList();
        }
        if (value instanceof BigDecimal number && Math.abs((long) number.scale()) > MAX_EXPONENT) {
            throw new IllegalArgumentException(TOO_FAR);
        }
        return value;
    }
}
