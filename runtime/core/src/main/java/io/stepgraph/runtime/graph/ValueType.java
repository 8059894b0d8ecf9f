package io.stepgraph.runtime.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A declared type of stored values, without reflection: a class and its type arguments.
 *
 * @param type the class
 * @param arguments its type arguments, in order; of an array of something generic, that component; empty if the class
 *     says all
 */
public record ValueType(Class<?> type, List<ValueType> arguments) {

    /** Copies the list. */
    public ValueType {
        arguments = List.copyOf(arguments);
    }

    /**
     * A class, with the types of its arguments if it is generic, or of its component if it is an array of such.
     *
     * @param type the class
     * @param arguments its type arguments
     * @return the type
     */
    public static ValueType of(Class<?> type, ValueType... arguments) {
        return new ValueType(type, List.of(arguments));
    }

    // Written out, here and in the key of a run: the first equals or hashCode that the JVM itself makes for a record
    // costs a
    // program 20 milliseconds, and these two are on the way to its first step.

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ValueType that && type == that.type && arguments.equals(that.arguments);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + arguments.hashCode();
    }

    @Override
    public String toString() {
        if (arguments.isEmpty()) {
            return type.getSimpleName();
        }
        if (type.isArray()) {
            return arguments.get(0) + "[]";
        }
        StringBuilder text = new StringBuilder(type.getSimpleName()).append('<');
        for (int i = 0; i < arguments.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(arguments.get(i));
        }
        return text.append('>').toString();
    }
}
