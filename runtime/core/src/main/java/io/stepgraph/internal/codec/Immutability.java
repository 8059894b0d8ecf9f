package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.SealedTypes;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Recognises types whose values cannot change, all the way down, so that they need not be copied. When in doubt, they
 * can.
 */
public final class Immutability {
    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
            UUID.class,
            URI.class,
            Locale.class,
            Currency.class,
            OptionalInt.class,
            OptionalLong.class,
            OptionalDouble.class);

    private final JsonMapper mapper;

    public Immutability(JsonMapper mapper) {
        this.mapper = mapper;
    }

    public boolean isImmutable(JavaType type) {
        return isImmutable(type, new HashSet<>());
    }

    private boolean isImmutable(JavaType type, Set<JavaType> asked) {
        Class<?> raw = type.getRawClass();
        if (raw.isPrimitive() || raw.isEnum() || VALUES.contains(raw) || isTime(raw) || !asked.add(type)) {
            return true;
        }
        if (raw == Optional.class) {
            return isImmutable(type.getContentType(), asked);
        }
        if (SealedTypes.isSealed(raw)) {
            // Reflection: only the JVM knows the permitted subclasses of a sealed type.
            return (raw.isInterface() || type.isAbstract())
                    && List.of(raw.getPermittedSubclasses()).stream()
                            .allMatch(leaf ->
                                    isImmutable(mapper.getTypeFactory().constructSpecializedType(type, leaf), asked));
        }
        return raw.isRecord() && areImmutable(type, asked);
    }

    // Reflection: a component's generic type, resolved with the arguments of the record's own.
    private boolean areImmutable(JavaType type, Set<JavaType> asked) {
        for (RecordComponent component : type.getRawClass().getRecordComponents()) {
            JavaType declared =
                    mapper.getTypeFactory().resolveMemberType(component.getGenericType(), type.getBindings());
            if (!isImmutable(declared, asked)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTime(Class<?> type) {
        return type.getPackageName().equals("java.time")
                && !type.isInterface()
                && !type.getSimpleName().contains("Clock");
    }
}
