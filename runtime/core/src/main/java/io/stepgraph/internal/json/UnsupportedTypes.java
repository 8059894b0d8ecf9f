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
 * Types that are not data and must not be written as empty objects: lambdas, proxies, threads, streams and other types of the
 * JDK (R12), and classes, which stored data must never name (S6). And keys that hold half a character, which Jackson writes
 * and does not read back.
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
        module.addSerializer(type, new Writer<T>("a class"));
        module.addKeySerializer(type, new Writer<T>("a class"));
        module.addDeserializer(type, new Reader<T>());
        module.addKeyDeserializer(type, new KeyReader());
    }

    private static @Nullable String whyRefused(Class<?> type) {
        if (type.isHidden() || type.isSynthetic()) {
            return "a lambda or method reference";
        }
        if (Proxy.isProxyClass(type)) {
            return "a proxy";
        }
        if (type.isAnonymousClass()) {
            return "an anonymous object";
        }
        if (type == Object.class) {
            return "a plain object";
        }
        if (Throwable.class.isAssignableFrom(type)) {
            return "an exception";
        }
        for (Class<?> parent = type; parent != null; parent = parent.getSuperclass()) {
            if (parent != Object.class && parent != Record.class && parent != Enum.class && isOfTheJdk(parent)) {
                return "a " + parent.getSimpleName();
            }
        }
        return null;
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
            String why = takenApart ? whyRefused(bean.getBeanClass()) : null;
            return why == null ? serializer : new Writer<Object>(why);
        }
    }

    private static final class Writer<T> extends ValueSerializer<T> {
        private final String what;

        Writer(String what) {
            this.what = what;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializationContext context) {
            context.reportBadDefinition(
                    value.getClass(),
                    "this is %s (%s)".formatted(what, value.getClass().getName()));
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
