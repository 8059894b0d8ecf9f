package io.stepgraph.internal.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotationIntrospectorPair;
import tools.jackson.databind.introspect.VisibilityChecker;

/**
 * Gives every sealed type the typing of {@link LeafTyping}, without annotations. A user's own typing is respected if it
 * uses names that the user declares; typing by class names, custom resolvers and the like are ignored (S6).
 */
public final class SealedTypes extends AnnotationIntrospectorPair {
    private static final long serialVersionUID = 1;

    /**
     * The last word on typing.
     *
     * @param all the other introspectors, including the user's own
     */
    public SealedTypes(AnnotationIntrospector all) {
        super(all, AnnotationIntrospector.nopInstance());
    }

    /**
     * Whether values declared with this type carry the name of their leaf. An enum whose constants have bodies is
     * sealed in the eyes of the JVM, but it is one type; sealed types of the JDK, such as {@code ZoneId}, are scalars
     * to Jackson.
     */
    public static boolean isSealed(Class<?> type) {
        return type.isSealed() && !type.isEnum() && !UnsupportedTypes.isOfTheJdk(type);
    }

    /**
     * Returns whether the leaf gives the type its name, which is not so where the user has given the type names of his
     * own.
     */
    public static boolean isTypedByLeaf(MapperConfig<?> config, JavaType type) {
        AnnotatedClass annotated = config.classIntrospectorInstance().introspectClassAnnotations(type);
        return isSealed(type.getRawClass())
                && config.getAnnotationIntrospector().findPolymorphicTypeInfo(config, annotated) == null;
    }

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        JsonTypeInfo.Value own = super.findPolymorphicTypeInfo(config, annotated);
        if (own == null) {
            return null;
        }
        return switch (own.getIdType()) {
            case NAME, SIMPLE_NAME -> own;
            default -> null;
        };
    }

    @Override
    public @Nullable Object findTypeResolverBuilder(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedClass type
                        && isSealed(type.getRawType())
                        && findPolymorphicTypeInfo(config, annotated) == null
                ? new LeafTyping()
                : null;
    }

    /** Records go through their accessors, which are public: a module need not open a package of public records. */
    @Override
    public VisibilityChecker findAutoDetectVisibility(
            MapperConfig<?> config, AnnotatedClass type, VisibilityChecker checker) {
        return super.findAutoDetectVisibility(
                config,
                type,
                type.getRawType().isRecord() ? checker.withGetterVisibility(Visibility.PUBLIC_ONLY) : checker);
    }

    @Override
    public @Nullable Object findTypeIdResolver(MapperConfig<?> config, Annotated annotated) {
        return null;
    }
}
