package io.stepgraph.runtime.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.ConstructorDetector;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/** The ways in which Jackson is set up: for stored values, for comparing them, for whole documents, and for the answer door. */
final class Mappers {

    /**
     * How deep values nest: enough for any document, and far from the end of a thread's stack. The same for writing and
     * reading, so that what was written can be read.
     */
    static final int MAX_DEPTH = 500;

    /** How much deeper a document is that holds values, such as a part of a log: enough for what we put around them. */
    private static final int AROUND = 16;

    private Mappers() {}

    /** For stored values: writes every field, reads leniently, and whatever the limit was that it was written under. */
    static JsonMapper stored() {
        return builder(Integer.MAX_VALUE).build();
    }

    /** For comparing: writes the elements of sets in the order of their JSON. */
    static JsonMapper comparing(Canonical canonical) {
        SimpleModule sets = new SimpleModule("stepgraph-sorted-sets");
        sets.setSerializerModifier(new SortedSets(canonical));
        return builder(Integer.MAX_VALUE).addModule(sets).build();
    }

    /** For documents that are taken apart, whatever they hold. */
    static JsonMapper documents() {
        return JsonMapper.builder(factory(Integer.MAX_VALUE, MAX_DEPTH + AROUND).build())
                .build();
    }

    /** For the answer door: coerces nothing and ignores nothing. What it reads was held against the {@link NumberBound}. */
    static JsonMapper strict(int maxBytes) {
        return builder(maxBytes)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfigDefaults(coercions -> {
                    for (CoercionInputShape empty : List.of(
                            CoercionInputShape.EmptyString,
                            CoercionInputShape.EmptyArray,
                            CoercionInputShape.EmptyObject)) {
                        coercions.setCoercion(empty, CoercionAction.Fail);
                    }
                })
                .withCoercionConfig(LogicalType.Textual, coercions -> {
                    for (CoercionInputShape scalar :
                            List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
                        coercions.setCoercion(scalar, CoercionAction.Fail);
                    }
                    coercions.setCoercion(CoercionInputShape.EmptyString, CoercionAction.TryConvert);
                })
                .build();
    }

    private static JsonMapper.Builder builder(int maxBytes) {
        return JsonMapper.builder(factory(maxBytes, MAX_DEPTH)
                        .addDecorator(new NumberBound.OnWriting())
                        .build())
                .annotationIntrospector(new SealedTypes())
                .polymorphicTypeValidator(new NoTypeByClassName())
                .changeDefaultVisibility(Mappers::fieldsOnly)
                // A constructor without parameters leaves missing fields their initial value, which any other would not
                // (S1).
                .constructorDetector(
                        ConstructorDetector.USE_PROPERTIES_BASED.withAllowImplicitWithDefaultConstructor(false))
                .enable(
                        MapperFeature.ALLOW_FINAL_FIELDS_AS_MUTATORS,
                        MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
                .disable(
                        MapperFeature.INFER_PROPERTY_MUTATORS,
                        MapperFeature.FIX_FIELD_NAME_UPPER_CASE_PREFIX,
                        MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(
                        DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE,
                        DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID,
                        DateTimeFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE)
                .addModule(Refused.module())
                .addModule(ordered());
    }

    /** Fields are what a value holds: a getter computes, a setter may refuse. */
    private static VisibilityChecker fieldsOnly(VisibilityChecker checker) {
        return checker.withFieldVisibility(Visibility.ANY)
                .withGetterVisibility(Visibility.NONE)
                .withIsGetterVisibility(Visibility.NONE)
                .withSetterVisibility(Visibility.NONE)
                .withCreatorVisibility(Visibility.ANY)
                .withScalarConstructorVisibility(Visibility.ANY);
    }

    /** The limits of a text are those of the whole document; what was stored under another bound for numbers is read. */
    private static JsonFactoryBuilder factory(int maxBytes, int maxDepth) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(maxBytes)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxNameLength(maxBytes)
                        .build())
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .build());
    }

    /** A set that had an order keeps it. */
    private static SimpleModule ordered() {
        return new SimpleModule("stepgraph-ordered").addAbstractTypeMapping(Set.class, LinkedHashSet.class);
    }

    /** The last line of S6: whatever asks to resolve a class by its name is told no. */
    private static final class NoTypeByClassName extends PolymorphicTypeValidator {
        private static final long serialVersionUID = 1;

        @Override
        public Validity validateBaseType(DatabindContext context, JavaType base) {
            return Validity.DENIED;
        }

        @Override
        public Validity validateSubClassName(DatabindContext context, JavaType base, String name) {
            return Validity.DENIED;
        }

        @Override
        public Validity validateSubType(DatabindContext context, JavaType base, JavaType type) {
            return Validity.DENIED;
        }
    }
}
