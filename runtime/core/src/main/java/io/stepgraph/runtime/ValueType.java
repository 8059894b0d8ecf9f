package io.stepgraph.runtime;

import java.util.List;

/**
 * A declared type of stored values, without reflection: a class and its type arguments.
 *
 * @param type the class
 * @param arguments its type arguments, in order; of an array of something generic, that component; empty if the class says all
 */
public record ValueType(Class<?> type, List<ValueType> arguments) {

    /** A type. */
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
