package io.stepgraph.runtime.json;

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
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of what is one JSON text, number or boolean. */
final class ScalarSchemas {
    private static final Set<Class<?>> INTEGERS = Set.of(
            byte.class,
            short.class,
            int.class,
            long.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            BigInteger.class);
    private static final Set<Class<?>> NUMBERS = Set.of(BigDecimal.class, Number.class);

    /** By the names that OpenAPI gives them. */
    private static final Map<Class<?>, String> FLOATS =
            Map.of(float.class, "float", Float.class, "float", double.class, "double", Double.class, "double");

    private static final Set<Class<?>> TEXTS =
            Set.of(String.class, CharSequence.class, char.class, Character.class, char[].class, byte[].class);
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

    /** The schema of a scalar type; null if it is none, or one that is not known. */
    @Nullable ObjectNode of(JavaType type) {
        Class<?> raw = type.getRawClass();
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (raw == boolean.class || raw == Boolean.class) {
            return schema.put("type", "boolean");
        }
        if (INTEGERS.contains(raw)) {
            return schema.put("type", "integer");
        }
        if (NUMBERS.contains(raw)) {
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

    /** The names that Jackson writes; open if the user has it write something else. */
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
