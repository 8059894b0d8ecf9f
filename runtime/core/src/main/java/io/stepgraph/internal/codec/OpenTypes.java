package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.SealedTypes;
import io.stepgraph.internal.json.StoredProperties;
import io.stepgraph.internal.json.UnsupportedTypes;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds declared types that reach a value of an open class, such as {@code Map<String, Object>}: at any commit, the value
 * read there may be another object than the written one (R5).
 */
public final class OpenTypes {
    private static final Set<Class<?>> OPEN =
            Set.of(Object.class, Number.class, Comparable.class, Serializable.class, CharSequence.class);

    private final JsonMapper mapper;
    private final StoredProperties properties;

    public OpenTypes(JsonMapper mapper, StoredProperties properties) {
        this.mapper = mapper;
        this.properties = properties;
    }

    public boolean isOpen(JavaType type) {
        return isOpen(type, new HashSet<>());
    }

    private boolean isOpen(JavaType type, Set<JavaType> asked) {
        Class<?> raw = type.getRawClass();
        if (OPEN.contains(raw) || JsonNode.class.isAssignableFrom(raw)) {
            return true;
        }
        if (raw.isPrimitive() || raw.isEnum() || !asked.add(type)) {
            return false;
        }
        if (type.isContainerType() || type.isReferenceType()) {
            return isOpen(type.getContentType(), asked) || (type.isMapLikeType() && isOpen(type.getKeyType(), asked));
        }
        if (UnsupportedTypes.isOfTheJdk(raw)) {
            return false;
        }
        if (SealedTypes.isSealed(raw)) {
            if (isAnyOpen(type, raw.getPermittedSubclasses(), asked)) {
                return true;
            }
        } else if (type.isAbstract()) {
            return true;
        }
        List<StoredProperties.Property> declared = properties.declared(type);
        if (declared == null) {
            return true;
        }
        for (StoredProperties.Property property : declared) {
            if (isOpen(property.type(), asked)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAnyOpen(JavaType sealed, Class<?>[] permitted, Set<JavaType> asked) {
        for (Class<?> leaf : permitted) {
            if (isOpen(mapper.getTypeFactory().constructSpecializedType(sealed, leaf), asked)) {
                return true;
            }
        }
        return false;
    }
}
