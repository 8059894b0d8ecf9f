package io.stepgraph.internal.json;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.std.ContainerDeserializerBase;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds, before there is any value, the types that Jackson cannot build: without a constructor that it can call, abstract
 * and not sealed, or sealed with two leaves of one name. The readers that it builds on the way are the ones that are used
 * later, from the mapper's cache.
 */
public final class Buildable {
    private final StoredProperties properties;
    private final JsonErrors problems;
    private final String role;
    private final DeserializationContext context;
    private final DeserializationConfig config;
    private final AnnotationIntrospector annotations;
    private final Set<JavaType> asked = new HashSet<>();

    /**
     * A walk through declared types.
     *
     * @param role the role of the values in the graph, for messages
     */
    public Buildable(JsonMapper mapper, StoredProperties properties, JsonErrors problems, String role) {
        this.properties = properties;
        this.problems = problems;
        this.role = role;
        this.context = mapper._deserializationContext();
        this.config = mapper.deserializationConfig();
        this.annotations = config.getAnnotationIntrospector();
    }

    /**
     * Walks through all that is read of a type.
     *
     * @throws io.stepgraph.runtime.NotStorableException if some of it cannot be built
     */
    public void check(JavaType type, Path path) {
        check(type, null, path);
    }

    private void check(JavaType type, @Nullable ValueDeserializer<?> known, Path path) {
        if (type.isPrimitive() || type.isEnumType() || !asked.add(type)) {
            return;
        }
        if (type.isContainerType() || type.isReferenceType()) {
            ValueDeserializer<?> content =
                    known instanceof ContainerDeserializerBase<?> container ? container.getContentDeserializer() : null;
            check(type.getContentType(), content, path.each());
            if (type.isAbstract()) {
                checkContainer(type, known, path);
            }
        } else if (!UnsupportedTypes.isOfTheJdk(type.getRawClass())) {
            if (isTypedByLeaf(type, path)) {
                checkLeaves(type, path);
            } else {
                checkObject(type, known, path);
            }
        }
    }

    /** Jackson knows a class for {@code List}, and none for {@code BlockingQueue}. */
    private void checkContainer(JavaType type, @Nullable ValueDeserializer<?> known, Path path) {
        try {
            ValueDeserializer<?> reader = known == null ? context.findNonContextualValueDeserializer(type) : known;
            if (reader instanceof ValueInstantiator.Gettable container
                    && container.getValueInstantiator() != null
                    && !container.getValueInstantiator().canInstantiate()) {
                throw problems.unbuildable(path, role, type);
            }
        } catch (JacksonException e) {
            throw problems.unbuildable(path, role, e);
        }
    }

    private boolean isTypedByLeaf(JavaType type, Path path) {
        try {
            return SealedTypes.isTypedByLeaf(config, type);
        } catch (JacksonException e) {
            throw problems.unbuildable(path, role, e);
        }
    }

    private void checkLeaves(JavaType type, Path path) {
        Iterable<Class<?>> leaves;
        try {
            leaves = SealedSubtypes.of(config, type.getRawClass()).values();
        } catch (IllegalArgumentException sameName) {
            throw problems.unbuildable(path, role, sameName);
        }
        for (Class<?> leaf : leaves) {
            if (leaf == type.getRawClass()) {
                checkObject(type, null, path);
            } else {
                check(context.constructSpecializedType(type, leaf), null, path);
            }
        }
    }

    private void checkObject(JavaType type, @Nullable ValueDeserializer<?> known, Path path) {
        ValueDeserializer<?> reader = known;
        if (reader == null) {
            try {
                reader = context.findNonContextualValueDeserializer(type);
            } catch (JacksonException e) {
                checkParts(type, path);
                throw problems.unbuildable(path, role, e);
            }
        }
        if (reader instanceof AbstractDeserializer && context.findTypeDeserializer(type) == null) {
            throw problems.unbuildable(path, role, type);
        }
        if (reader instanceof BeanDeserializerBase object) {
            ValueInstantiator instantiator = object.getValueInstantiator();
            boolean isBuilt = instantiator.canCreateUsingDefault()
                    || instantiator.canCreateFromObjectWith()
                    || instantiator.canCreateUsingDelegate()
                    || instantiator.canCreateUsingArrayDelegate();
            if (!isBuilt && !properties.isOpaque(type.getRawClass())) {
                throw problems.unbuildable(path, role, type);
            }
            for (Iterator<SettableBeanProperty> all = object.properties(); all.hasNext(); ) {
                check(all.next(), path);
            }
        }
    }

    private void check(SettableBeanProperty property, Path path) {
        if (property.isIgnorable()) {
            return; // A parameter of the constructor for what is not stored.
        }
        if (property.getMember() != null && annotations.findPolymorphicTypeInfo(config, property.getMember()) != null) {
            return; // Told apart by names that the user has given.
        }
        boolean isTyped = property.hasValueTypeDeserializer();
        ValueDeserializer<?> known =
                !isTyped && property.hasValueDeserializer() ? property.getValueDeserializer() : null;
        check(property.getType(), known, path.field(property.getName()));
    }

    /** Jackson does not say which property of a class fails: the first one that fails alone. */
    private void checkParts(JavaType type, Path path) {
        for (StoredProperties.Property part :
                Objects.requireNonNullElse(properties.declared(type), List.<StoredProperties.Property>of())) {
            check(part.type(), null, path.field(part.name()));
        }
    }
}
