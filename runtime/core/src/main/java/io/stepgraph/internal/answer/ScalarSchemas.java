package io.stepgraph.internal.answer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of types that are written as one JSON text, number or boolean. */
final class ScalarSchemas {
    /** The least and the greatest value of a type. */
    private record Range(String format, long min, long max) {}

    private static final Range BYTE = new Range("int8", Byte.MIN_VALUE, Byte.MAX_VALUE);
    private static final Range SHORT = new Range("int16", Short.MIN_VALUE, Short.MAX_VALUE);
    private static final Range INT = new Range("int32", Integer.MIN_VALUE, Integer.MAX_VALUE);
    private static final Range LONG = new Range("int64", Long.MIN_VALUE, Long.MAX_VALUE);
    private static final Map<Class<?>, Range> RANGES = Map.of(
            byte.class, BYTE,
            Byte.class, BYTE,
            short.class, SHORT,
            Short.class, SHORT,
            int.class, INT,
            Integer.class, INT,
            AtomicInteger.class, INT,
            long.class, LONG,
            Long.class, LONG,
            AtomicLong.class, LONG);

    /** The types with the names that OpenAPI gives them. */
    private static final Map<Class<?>, String> FLOATS = Map.of(
            float.class,
            "float",
            Float.class,
            "float",
            double.class,
            "double",
            Double.class,
            "double",
            // Jackson reads a number with a point as a double.
            Number.class,
            "double");

    private static final Set<Class<?>> CHARACTERS = Set.of(char.class, Character.class);
    private static final Set<Class<?>> TEXTS = Set.of(String.class, CharSequence.class, char[].class, byte[].class);
    private static final Map<Class<?>, String> FORMATS = Map.of(
            UUID.class, "uuid",
            URI.class, "uri",
            Instant.class, "date-time",
            OffsetDateTime.class, "date-time",
            LocalDate.class, "date",
            Duration.class, "duration");
    private static final Set<Class<?>> UNFORMATTED = Set.of(LocalTime.class, LocalDateTime.class, ZonedDateTime.class);

    private final JsonMapper mapper;

    ScalarSchemas(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** The schema of a scalar type; null for other and unknown types. */
    @Nullable ObjectNode of(JavaType type) {
        Class<?> raw = type.getRawClass();
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (raw == boolean.class || raw == Boolean.class || raw == AtomicBoolean.class) {
            return schema.put("type", "boolean");
        }
        if (raw == BigInteger.class) {
            return schema.put("type", "integer");
        }
        Range range = RANGES.get(raw);
        if (range != null) {
            return schema.put("type", "integer").put("minimum", range.min).put("maximum", range.max);
        }
        if (CHARACTERS.contains(raw)) {
            return schema.put("type", "string").put("minLength", 1).put("maxLength", 1);
        }
        if (raw == BigDecimal.class) {
            return schema.put("type", "number");
        }
        if (FLOATS.containsKey(raw)) {
            return schema.put("type", "number").put("format", FLOATS.get(raw));
        }
        if (TEXTS.contains(raw) || UNFORMATTED.contains(raw)) {
            return schema.put("type", "string");
        }
        String format = FORMATS.get(raw);
        if (format != null) {
            return schema.put("type", "string").put("format", format);
        }
        return raw.isEnum() ? constants(raw, schema) : null;
    }

    /** The schema of the keys of a map; null if any text may be one, or nobody knows. */
    @Nullable ObjectNode ofKeys(JavaType type) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        Range range = RANGES.get(type.getRawClass());
        if (range != null) {
            return schema.put("type", "string").put("format", range.format);
        }
        return type.isEnumType() && constants(type.getRawClass(), schema).has("enum") ? schema : null;
    }

    /** Whether a text can be read as one of the types with this format; true for other formats. */
    static boolean isReadable(String format, JsonNode text, ObjectMapper reader) {
        List<Class<?>> types = FORMATS.entrySet().stream()
                .filter(each -> each.getValue().equals(format))
                .<Class<?>>map(Map.Entry::getKey)
                .toList();
        return types.isEmpty() || types.stream().anyMatch(type -> isReadable(type, text, reader));
    }

    private static boolean isReadable(Class<?> type, JsonNode text, ObjectMapper reader) {
        try {
            reader.treeToValue(text, type);
            return true;
        } catch (JacksonException unreadable) {
            return false;
        }
    }

    /** Whether a text is an integer of a format that {@link #ofKeys} gives; true for other formats. */
    static boolean isInFormat(String format, String text) {
        for (Range range : List.of(BYTE, SHORT, INT, LONG)) {
            if (range.format.equals(format)) {
                try {
                    long number = Long.parseLong(text);
                    return range.min <= number && number <= range.max;
                } catch (NumberFormatException none) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The names that Jackson writes; open if the user changes what it writes. */
    private ObjectNode constants(Class<?> type, ObjectNode schema) {
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        for (Object constant : type.getEnumConstants()) {
            JsonNode name = mapper.valueToTree(constant);
            if (!name.isString()) {
                return schema;
            }
            names.add(name);
        }
        schema.set("enum", names);
        return schema;
    }
}
