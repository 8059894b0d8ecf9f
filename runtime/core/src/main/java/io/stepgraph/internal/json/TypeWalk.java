package io.stepgraph.internal.json;

import io.stepgraph.runtime.NotStorableException;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.std.ContainerDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.ser.bean.BeanSerializerBase;

/**
 * A walk, before there is any value, through all types that Jackson reads of a declared one. It finds those that
 * Jackson cannot build: without a constructor that it can call, abstract and not sealed, or sealed with two leaves of
 * one name. And it finds those that are open: a value of {@code Map<String, Object>} may come back as another object
 * each time (R5). The readers that Jackson builds on the way are the ones that are used later, from the mapper's cache.
 */
public final class TypeWalk {
    private static final Set<Class<?>> OPEN =
            Set.of(Object.class, Number.class, Comparable.class, Serializable.class, CharSequence.class);

    private final JsonMapper mapper;
    private final JsonErrors errors;
    private final String role;
    private final DeserializationContext context;
    private final DeserializationConfig config;
    private final AnnotationIntrospector annotations;
    private final Set<JavaType> asked = new HashSet<>();
    private boolean isOpen;

    /**
     * A walk for one declared type.
     *
     * @param role the role of the values in the graph, for messages
     */
    public TypeWalk(JsonMapper mapper, JsonErrors errors, String role) {
        this.mapper = mapper;
        this.errors = errors;
        this.role = role;
        this.context = mapper._deserializationContext();
        this.config = mapper.deserializationConfig();
        this.annotations = config.getAnnotationIntrospector();
    }

    /** Whether a declared type reaches an open one, or one that cannot be built. */
    public static boolean isOpen(JsonMapper mapper, JavaType type) {
        Path root = Path.root("");
        TypeWalk walk = new TypeWalk(mapper, new JsonErrors(root, 0), "");
        try {
            walk.check(type, root);
        } catch (NotStorableException unbuildable) {
            return true;
        }
        return walk.isOpen();
    }

    /** Whether an open type was met. */
    public boolean isOpen() {
        return isOpen;
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
        Class<?> raw = type.getRawClass();
        if (type.isPrimitive() || type.isEnumType() || !asked.add(type)) {
            return;
        }
        if (OPEN.contains(raw) || JsonNode.class.isAssignableFrom(raw)) {
            isOpen = true;
        } else if (type.isContainerType() || type.isReferenceType()) {
            isOpen |= type.isMapLikeType() && OPEN.contains(type.getKeyType().getRawClass());
            ValueDeserializer<?> content =
                    known instanceof ContainerDeserializerBase<?> container ? container.getContentDeserializer() : null;
            check(type.getContentType(), content, path.each());
            if (type.isAbstract()) {
                checkContainer(type, known, path);
            }
        } else if (UnsupportedTypes.isOfTheJdk(raw)) {
            for (JavaType argument : type.getBindings().getTypeParameters()) {
                isOpen |= OPEN.contains(argument.getRawClass());
            }
        } else {
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
                throw errors.unbuildable(path, role, type);
            }
        } catch (JacksonException e) {
            throw errors.unbuildable(path, role, e);
        }
    }

    private boolean isTypedByLeaf(JavaType type, Path path) {
        try {
            return SealedTypes.isTypedByLeaf(config, type);
        } catch (JacksonException e) {
            throw errors.unbuildable(path, role, e);
        }
    }

    private void checkLeaves(JavaType type, Path path) {
        Iterable<Class<?>> leaves;
        try {
            leaves = SealedSubtypes.of(config, type.getRawClass()).values();
        } catch (IllegalArgumentException sameName) {
            throw errors.unbuildable(path, role, sameName);
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
                throw errors.unbuildable(path, role, e);
            }
        }
        // Else read by a deserializer of the user, or told apart by names that the user has given.
        boolean isTyped = context.findTypeDeserializer(type) != null;
        isOpen |= isTyped || !(reader instanceof BeanDeserializerBase);
        if (reader instanceof AbstractDeserializer && !isTyped) {
            throw errors.unbuildable(path, role, type);
        }
        if (reader instanceof BeanDeserializerBase object) {
            ValueInstantiator instantiator = object.getValueInstantiator();
            boolean isBuilt = instantiator.canCreateUsingDefault()
                    || instantiator.canCreateFromObjectWith()
                    || instantiator.canCreateUsingDelegate()
                    || instantiator.canCreateUsingArrayDelegate();
            if (!isBuilt && isWrittenByFields(type)) {
                throw errors.unbuildable(path, role, type);
            }
            isOpen |= object.hasAnySetter() || hasSpreadProperties(type);
            checkDelegate(instantiator.getDelegateType(config), path);
            checkDelegate(instantiator.getArrayDelegateType(config), path);
            for (Iterator<SettableBeanProperty> all = object.properties(); all.hasNext(); ) {
                check(all.next(), path);
            }
        }
    }

    /** Checks the type from which a value is built, since it is read as that. */
    private void checkDelegate(@Nullable JavaType delegate, Path path) {
        if (delegate != null) {
            check(delegate, null, path);
        }
    }

    /**
     * Whether a property is unwrapped, or told apart by names outside of it: the reader does not list such a property.
     */
    private boolean hasSpreadProperties(JavaType type) {
        for (BeanPropertyDefinition part : parts(type)) {
            AnnotatedMember member = part.getPrimaryMember();
            if (member != null
                    && (annotations.findUnwrappingNameTransformer(config, member) != null
                            || annotations.findPolymorphicTypeInfo(config, member) != null)) {
                return true;
            }
        }
        return false;
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
        for (BeanPropertyDefinition part : parts(type)) {
            check(part.getPrimaryType(), null, path.field(part.getName()));
        }
    }

    private List<BeanPropertyDefinition> parts(JavaType type) {
        try {
            ClassIntrospector introspector = config.classIntrospectorInstance();
            return introspector
                    .introspectForDeserialization(type, introspector.introspectClassAnnotations(type))
                    .findProperties();
        } catch (JacksonException | IllegalArgumentException unclear) {
            return List.of();
        }
    }

    /**
     * Whether values are written field by field, or cannot be written at all. Otherwise the user has changed how they
     * are written, and Jackson may build them from a text or a number.
     */
    private boolean isWrittenByFields(JavaType type) {
        try {
            return !UnsupportedTypes.isData(type.getRawClass())
                    || mapper._serializationContext().findValueSerializer(type) instanceof BeanSerializerBase;
        } catch (JacksonException unwritable) {
            return true;
        }
    }
}
