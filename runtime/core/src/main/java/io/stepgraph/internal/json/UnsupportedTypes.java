package io.stepgraph.internal.json;

import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.impl.UnknownSerializer;
import tools.jackson.databind.ser.std.ToEmptyObjectSerializer;

/**
 * Types that are not data and must not be written as empty objects: lambdas, proxies, threads, streams and other types
 * of the JDK (R12), and classes, which stored data must never name (S6). And keys that hold half a character, which
 * Jackson writes and does not read back.
 */
public final class UnsupportedTypes {
    private UnsupportedTypes() {}

    public static SimpleModule module() {
        SimpleModule module = new SimpleModule("stepgraph-refused");
        module.setSerializerModifier(new Modifier());
        for (Class<?> type : new Class<?>[] {Class.class, JavaType.class}) {
            refuse(module, type);
        }
        module.addKeySerializer(String.class, new WholeKeys());
        return module;
    }

    private static <T> void refuse(SimpleModule module, Class<T> type) {
        module.addSerializer(type, new Writer<T>());
        module.addKeySerializer(type, new Writer<T>());
        module.addDeserializer(type, new Reader<T>());
        module.addKeyDeserializer(type, new KeyReader());
    }

    /** Whether values of a class that Jackson takes apart are data. */
    static boolean isData(Class<?> type) {
        if (type.isHidden() || type.isSynthetic() || type.isAnonymousClass() || Proxy.isProxyClass(type)) {
            return false;
        }
        @Nullable Class<?> parent = type;
        while (parent != null && !isOfTheJdk(parent)) {
            parent = parent.getSuperclass();
        }
        return parent != type
                && (parent == null || parent == Object.class || parent == Record.class || parent == Enum.class);
    }

    public static boolean isOfTheJdk(Class<?> type) {
        String name = type.getName();
        return name.startsWith("java.")
                || name.startsWith("javax.")
                || name.startsWith("jdk.")
                || name.startsWith("sun.")
                || name.startsWith("com.sun.");
    }

    /** Only types that Jackson would write field by field, or does not know. */
    private static final class Modifier extends ValueSerializerModifier {
        private static final long serialVersionUID = 1;

        @Override
        public ValueSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
            boolean takenApart = serializer instanceof BeanSerializerBase
                    || serializer instanceof UnknownSerializer
                    || serializer instanceof ToEmptyObjectSerializer;
            return !takenApart || isData(bean.getBeanClass()) ? serializer : new Writer<>();
        }
    }

    private static final class Writer<T> extends ValueSerializer<T> {
        @Override
        public void serialize(T value, JsonGenerator out, SerializationContext context) {
            context.reportBadDefinition(
                    value.getClass(),
                    "it is a %s, which is not data. Keep services in fields of the agent, and mark what can be derived @JsonIgnore"
                            .formatted(value.getClass().getName()));
        }

        @Override
        public void serializeWithType(T value, JsonGenerator out, SerializationContext context, TypeSerializer type) {
            serialize(value, out, context);
        }
    }

    private static final class WholeKeys extends ValueSerializer<String> {
        @Override
        public void serialize(String key, JsonGenerator out, SerializationContext context) {
            for (int i = 0; i < key.length(); i += Character.charCount(key.codePointAt(i))) {
                if (Character.getType(key.codePointAt(i)) == Character.SURROGATE) {
                    context.reportBadDefinition(
                            String.class, "a key holds half a character (an unpaired surrogate) at index " + i);
                }
            }
            out.writeName(key);
        }
    }

    private static final class Reader<T> extends ValueDeserializer<T> {
        @Override
        public T deserialize(JsonParser in, DeserializationContext context) {
            return context.reportBadDefinition(handledType(), "stored data cannot name a class");
        }

        @Override
        public Class<?> handledType() {
            return Class.class;
        }
    }

    private static final class KeyReader extends KeyDeserializer {
        @Override
        public Object deserializeKey(String key, DeserializationContext context) {
            return context.reportBadDefinition(Class.class, "stored data cannot name a class");
        }
    }
}
