package io.stepgraph.internal.json;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * The properties that Jackson stores of a class. Only Jackson reads the fields, because users open them to Jackson and not to
 * this module.
 */
public final class StoredProperties {

    /** A stored property: a component, a field, or what the user has annotated. */
    public record Property(String name, JavaType type, AnnotatedMember member) {
        /** Its value in an object of the class. */
        public @Nullable Object of(Object bean) {
            return member.getValue(bean);
        }
    }

    private final SerializationConfig config;
    private final Map<Class<?>, List<Property>> known = new ConcurrentHashMap<>();
    private final Map<Class<?>, Boolean> opaque = new ConcurrentHashMap<>();

    public StoredProperties(JsonMapper mapper) {
        this.config = mapper.serializationConfig();
    }

    /** The properties of a class. */
    public List<Property> of(Class<?> type) {
        List<Property> properties = known.get(type);
        if (properties == null) {
            properties = look(config.constructType(type));
            known.put(type, properties);
        }
        return properties;
    }

    private List<Property> look(JavaType type) {
        List<Property> properties = new ArrayList<>();
        for (BeanPropertyDefinition property : describe(type).findProperties()) {
            if (property.couldSerialize()) {
                AnnotatedMember member = property.getAccessor();
                member.fixAccess(true);
                properties.add(new Property(property.getName(), member.getType(), member));
            }
        }
        return List.copyOf(properties);
    }

    /** The stored properties of a type by its declaration, without access to any field; null if a value may have more. */
    public @Nullable List<Property> declared(JavaType type) {
        BeanDescription described = describe(type);
        if (described.findAnyGetter() != null) {
            return null;
        }
        List<Property> declared = new ArrayList<>();
        for (BeanPropertyDefinition property : described.findProperties()) {
            if (property.couldSerialize()) {
                AnnotatedMember member = property.getAccessor();
                declared.add(new Property(property.getName(), member.getType(), member));
            }
        }
        return declared;
    }

    /**
     * The name of a field that hides a field of a parent class, which Jackson then does not see; null if there is none.
     * Reflection: for Jackson such a field does not exist.
     */
    public @Nullable String hiding(Class<?> type) {
        Set<String> names = new HashSet<>();
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : UnsupportedTypes.isOfTheJdk(declaring) ? new Field[0] : declaring.getDeclaredFields()) {
                boolean isStored =
                        !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers());
                if (isStored && !field.isSynthetic() && !names.add(field.getName())) {
                    return field.getName();
                }
            }
        }
        return null;
    }

    /** Whether the user has changed how its values are written as a whole, so that it has no properties. */
    public boolean isOpaque(Class<?> type) {
        Boolean isKnown = opaque.get(type);
        if (isKnown == null) {
            isKnown = isWrittenAsAWhole(type);
            opaque.put(type, isKnown);
        }
        return isKnown;
    }

    private boolean isWrittenAsAWhole(Class<?> type) {
        JavaType resolved = config.constructType(type);
        AnnotatedClass annotated = config.classIntrospectorInstance().introspectClassAnnotations(resolved);
        return describe(resolved).findJsonValueAccessor() != null
                || config.getAnnotationIntrospector().findSerializer(config, annotated) != null
                || config.getAnnotationIntrospector().findSerializationConverter(config, annotated) != null;
    }

    private BeanDescription describe(JavaType type) {
        ClassIntrospector introspector = config.classIntrospectorInstance();
        return introspector.introspectForSerialization(type, introspector.introspectClassAnnotations(type));
    }
}
