package io.stepgraph.internal.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** The fields that Jackson reads into an object, if nothing in the class changes the reading as a whole. */
public final class ReadableObjects {

    /**
     * A field.
     *
     * @param name its name in JSON
     * @param type its type
     * @param isRequired whether it must be there: a component or constructor parameter that is not {@code Optional}
     * @param isOpen whether the user has changed how it is read, so that its type does not describe the JSON
     */
    public record Field(String name, JavaType type, boolean isRequired, boolean isOpen) {}

    private static final Set<Class<?>> OPTIONAL =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);

    private final DeserializationConfig config;
    private final AnnotationIntrospector annotations;

    public ReadableObjects(JsonMapper mapper) {
        this.config = mapper.deserializationConfig();
        this.annotations = config.getAnnotationIntrospector();
    }

    /** The fields of a type; null if it is not read field by field. */
    public @Nullable List<Field> fields(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (type.isContainerType()
                || type.isReferenceType()
                || type.isAbstract()
                || type.isPrimitive()
                || type.isEnumType()
                || UnsupportedTypes.isOfTheJdk(raw)) {
            return null;
        }
        ClassIntrospector introspector = config.classIntrospectorInstance();
        AnnotatedClass annotated = introspector.introspectClassAnnotations(type);
        BeanDescription described = introspector.introspectForDeserialization(type, annotated);
        if (isReadAsAWhole(annotated, described)) {
            return null;
        }
        List<Field> fields = new ArrayList<>();
        for (BeanPropertyDefinition property : described.findProperties()) {
            AnnotatedMember member = property.getMutator();
            if (member == null) {
                continue;
            }
            if (annotations.findUnwrappingNameTransformer(config, member) != null) {
                return null;
            }
            fields.add(field(property, member));
        }
        return fields;
    }

    private Field field(BeanPropertyDefinition property, AnnotatedMember member) {
        boolean isPassed = property.hasConstructorParameter()
                && !OPTIONAL.contains(member.getType().getRawClass());
        boolean isOpen = annotations.findDeserializer(config, member) != null
                || annotations.findContentDeserializer(config, member) != null
                || annotations.findDeserializationConverter(config, member) != null
                || annotations.findPolymorphicTypeInfo(config, member) != null
                || hasFormat(member);
        return new Field(property.getName(), member.getType(), isPassed || property.isRequired(), isOpen);
    }

    private boolean hasFormat(AnnotatedMember member) {
        JsonFormat.Value format = annotations.findFormat(config, member);
        return format != null && !format.equals(JsonFormat.Value.empty());
    }

    private boolean isReadAsAWhole(AnnotatedClass annotated, BeanDescription described) {
        return annotations.findDeserializer(config, annotated) != null
                || annotations.findDeserializationConverter(config, annotated) != null
                || annotations.findPOJOBuilder(config, annotated) != null
                || annotations.findPolymorphicTypeInfo(config, annotated) != null
                || described.findAnySetterAccessor() != null
                || described.getObjectIdInfo() != null
                || described.findJsonValueAccessor() != null
                || !described.getPotentialCreators().getExplicitDelegating().isEmpty();
    }
}
