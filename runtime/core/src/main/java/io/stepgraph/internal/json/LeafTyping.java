package io.stepgraph.internal.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;
import tools.jackson.databind.jsontype.TypeIdResolver;
import tools.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import tools.jackson.databind.jsontype.impl.TypeIdResolverBase;

/**
 * Stores the simple name of a leaf beside its fields, as {@code @type}, which no component can be called. A leaf that
 * is no JSON object, such as an enum, is stored as an array of its name and its value. Names resolve among the
 * permitted leaves only (S6).
 */
public final class LeafTyping extends StdTypeResolverBuilder {

    /** The property that holds the name of the leaf. */
    public static final String PROPERTY = "@type";

    LeafTyping() {
        // By field: Jackson 3.2 has other constructors than 3.1, and deprecates those of 3.1.
        _idType = JsonTypeInfo.Id.SIMPLE_NAME;
        _includeAs = JsonTypeInfo.As.PROPERTY;
        _typeProperty = PROPERTY;
    }

    @Override
    protected TypeIdResolver idResolver(
            DatabindContext context,
            JavaType base,
            PolymorphicTypeValidator validator,
            Collection<NamedType> subtypes,
            boolean writing,
            boolean reading) {
        try {
            return new LeafNames(base, SealedSubtypes.of(context.getConfig(), base.getRawClass()));
        } catch (IllegalArgumentException sameName) {
            return context.reportBadDefinition(base, sameName.getMessage());
        }
    }

    /** A sealed type has no default: a missing name is an error. */
    @Override
    public StdTypeResolverBuilder withDefaultImpl(@Nullable Class<?> ignored) {
        return this;
    }

    // Serializable is Jackson's wish; mappers are not serialized here.
    @SuppressWarnings("serial")
    private static final class LeafNames extends TypeIdResolverBase {
        private static final long serialVersionUID = 1;

        private final Map<String, Class<?>> byName;
        private final Map<Class<?>, String> names = new HashMap<>();

        LeafNames(JavaType base, Map<String, Class<?>> byName) {
            super(base);
            this.byName = byName;
            byName.forEach((name, leaf) -> names.put(leaf, name));
        }

        @Override
        public String idFromValue(DatabindContext context, Object value) {
            return idFromValueAndType(context, value, value.getClass());
        }

        @Override
        public String idFromValueAndType(DatabindContext context, @Nullable Object value, Class<?> type) {
            Class<?> leaf = value instanceof Enum<?> constant ? constant.getDeclaringClass() : type;
            String name = names.get(leaf);
            if (name == null) {
                return context.reportBadDefinition(
                        _baseType,
                        "%s is not one of the permitted types of %s, which are %s"
                                .formatted(
                                        leaf.getName(), _baseType.getRawClass().getSimpleName(), byName.keySet()));
            }
            return name;
        }

        @Override
        public @Nullable JavaType typeFromId(DatabindContext context, String id) {
            Class<?> leaf = byName.get(id);
            return leaf == null ? null : context.constructSpecializedType(_baseType, leaf);
        }

        @Override
        public String getDescForKnownTypeIds() {
            return byName.keySet().toString();
        }

        @Override
        public JsonTypeInfo.Id getMechanism() {
            return JsonTypeInfo.Id.SIMPLE_NAME;
        }
    }
}
