package io.stepgraph.internal.json;

import java.util.List;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.Version;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DatabindContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.PolymorphicTypeValidator;
import tools.jackson.databind.type.LogicalType;

/**
 * The settings that no customizer changes: which classes are built (S6), which fields may be missing or unknown (S1,
 * I4), and that documents are JSON. It is a module, because modules change a builder last, and the module that was
 * added last comes last.
 */
abstract class FixedSettings extends JacksonModule {
    @Override
    public String getModuleName() {
        return "stepgraph-fixed";
    }

    /** Nobody can add another module in its place. */
    @Override
    public Object getRegistrationId() {
        return this;
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        JsonMapper.Builder builder = (JsonMapper.Builder) context.getOwner();
        builder.annotationIntrospector(new SealedTypes(builder.annotationIntrospector()));
        builder.polymorphicTypeValidator(new NoTypeByClassName());
        builder.deactivateDefaultTyping();
        builder.enable(MapperFeature.USE_ANNOTATIONS);
        builder.disable(SerializationFeature.WRAP_ROOT_VALUE);
        builder.disable(DeserializationFeature.UNWRAP_ROOT_VALUE);
        builder.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        builder.disable(JsonReadFeature.values());
        builder.enable(JsonWriteFeature.QUOTE_PROPERTY_NAMES);
        fix(builder);
    }

    abstract void fix(JsonMapper.Builder builder);

    /** A field that was added gets its default, and a field that was removed is ignored (S1). */
    static final class Lenient extends FixedSettings {
        @Override
        void fix(JsonMapper.Builder builder) {
            builder.disable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        }
    }

    /** Settings that coerce nothing and ignore nothing (I4). */
    static final class Strict extends FixedSettings {
        @Override
        void fix(JsonMapper.Builder builder) {
            builder.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
            builder.enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
            builder.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
            builder.disable(MapperFeature.ALLOW_COERCION_OF_SCALARS);
            builder.withCoercionConfigDefaults(coercions -> {
                for (CoercionInputShape empty : List.of(
                        CoercionInputShape.EmptyString,
                        CoercionInputShape.EmptyArray,
                        CoercionInputShape.EmptyObject)) {
                    coercions.setCoercion(empty, CoercionAction.Fail);
                }
            });
            builder.withCoercionConfig(LogicalType.Textual, coercions -> {
                for (CoercionInputShape scalar :
                        List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
                    coercions.setCoercion(scalar, CoercionAction.Fail);
                }
                coercions.setCoercion(CoercionInputShape.EmptyString, CoercionAction.TryConvert);
            });
        }
    }

    /** The last defence of S6: it refuses every request to resolve a class by its name. */
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
