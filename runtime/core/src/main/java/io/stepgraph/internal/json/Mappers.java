package io.stepgraph.internal.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.ConstructorDetector;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The ways in which Jackson is set up: for stored values, for whole documents, and for answers as JSON.
 * The settings that users may customise are here; the others are in {@link FixedSettings}.
 */
public final class Mappers {

    /**
     * The largest depth to which values nest: enough for any document, and far from the end of a thread's stack. The
     * same for writing and reading, so that every written value can be read.
     */
    public static final int MAX_DEPTH = 500;

    /** The additional depth of a document that holds values, such as a part of a log. */
    private static final int AROUND = 16;

    private final @Nullable Consumer<? super JsonMapper.Builder> customizer;

    /**
     * The ways of one graph.
     *
     * @param customizer the user's changes; null if none
     */
    public Mappers(@Nullable Consumer<? super JsonMapper.Builder> customizer) {
        // Before classes are loaded that an older Jackson lacks.
        JacksonVersions.check();
        this.customizer = customizer;
    }

    /**
     * Returns a mapper for stored values: writes every field, reads leniently, and whatever the limit was that it was
     * written under. Writes for {@linkplain SortedSets#comparing comparing} too: a mapper of its own would look at all
     * types once more.
     */
    public JsonMapper stored() {
        SimpleModule sets = new SimpleModule("stepgraph-sorted-sets");
        sets.setSerializerModifier(new SortedSets());
        return customized(builder(Integer.MAX_VALUE, Integer.MAX_VALUE), new FixedSettings.Lenient(), sets);
    }

    /** Returns a mapper for documents that are taken apart, whatever they hold. */
    static JsonMapper documents() {
        JacksonVersions.check();
        return JsonMapper.builder(factory(Integer.MAX_VALUE, MAX_DEPTH + AROUND, Integer.MAX_VALUE)
                        .build())
                .build();
    }

    /** Returns a mapper for answers as JSON: coerces nothing and ignores nothing. */
    public JsonMapper strict(int maxBytes) {
        return customized(builder(maxBytes, NumberBound.MAX_LENGTH), new FixedSettings.Strict());
    }

    /** The user's changes come after the settings that may be changed, and before the fixed ones. */
    private JsonMapper customized(JsonMapper.Builder builder, FixedSettings fixed, JacksonModule... ours) {
        if (customizer != null) {
            customizer.accept(builder);
        }
        builder.addModule(UnsupportedTypes.module())
                .addModule(ordered())
                .addModules(ours)
                .addModule(fixed);
        return builder.build();
    }

    private static JsonMapper.Builder builder(int maxBytes, int maxNumberLength) {
        return JsonMapper.builder(factory(maxBytes, MAX_DEPTH, maxNumberLength)
                        .addDecorator(new NumberBound.OnWriting())
                        .build())
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
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(
                        DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE,
                        DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID,
                        DateTimeFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE);
    }

    /** Only fields are stored: a getter computes, and a setter may refuse. */
    private static VisibilityChecker fieldsOnly(VisibilityChecker checker) {
        return checker.withFieldVisibility(Visibility.ANY)
                .withGetterVisibility(Visibility.NONE)
                .withIsGetterVisibility(Visibility.NONE)
                .withSetterVisibility(Visibility.NONE)
                .withCreatorVisibility(Visibility.ANY)
                .withScalarConstructorVisibility(Visibility.ANY);
    }

    /** The limit of a text is that of the whole document. */
    private static JsonFactoryBuilder factory(int maxBytes, int maxDepth, int maxNumberLength) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(maxBytes)
                        .maxNumberLength(maxNumberLength)
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
}
