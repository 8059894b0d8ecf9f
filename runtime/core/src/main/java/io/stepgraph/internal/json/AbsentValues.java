package io.stepgraph.internal.json;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.exc.ValueInstantiationException;

/**
 * Explains a constructor that refuses the null which it gets for a component that was added after the value was stored
 * (S1).
 */
public final class AbsentValues extends DeserializationProblemHandler {

    @Override
    public Object handleInstantiationProblem(
            DeserializationContext context, Class<?> type, @Nullable Object argument, Throwable refusal) {
        JavaType built = context.constructType(type);
        if (!(argument instanceof Object[] values)
                || !(context.findNonContextualValueDeserializer(built) instanceof ValueInstantiator.Gettable reader)) {
            return NOT_HANDLED;
        }
        SettableBeanProperty[] components = reader.getValueInstantiator().getFromObjectArguments(context.getConfig());
        List<String> absent = IntStream.range(0, values.length)
                .filter(i -> values[i] == null)
                .mapToObj(i -> components[i].getName())
                .toList();
        if (absent.isEmpty()) {
            return NOT_HANDLED;
        }
        String name = absent.get(0);
        String why =
                "%s. The stored %s has no value for '%s', so its constructor got null. A component that was added later needs a default there, such as: %s = %s == null ? … : %s"
                        .formatted(
                                JsonErrors.reason(refusal),
                                type.getSimpleName(),
                                String.join("', '", absent),
                                name,
                                name,
                                name);
        throw ValueInstantiationException.from(context.getParser(), why, built, refusal.getCause());
    }
}
