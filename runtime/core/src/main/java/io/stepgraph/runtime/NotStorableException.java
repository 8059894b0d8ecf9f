package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a state, input, question, answer, result or custom event cannot be written and read back with the same
 * JSON, or is above the size limit. It is thrown before anything is stored, names the field, and fails the step without
 * retry (R5, R12). A number may have 10,000 digits, and an exponent of 10,000.
 *
 * <p>If Jackson can build no value of a declared type, such as a class whose constructor has no parameter names, the
 * first call that would execute a step of the graph throws this exception, before anything is started.
 *
 * <p>Of each declared type, the first, second, fourth, eighth … value in a process is read back and written again, and
 * the JSON of both is compared; the states that each step leaves are counted for themselves. A difference that first
 * appears between two comparisons is found at the next one. Objects are not compared: a declared {@code Map} that holds
 * a {@code TreeMap} comes back from the store as another map with equal JSON. {@code AgentTests} shows whether that
 * changes what a run does.
 *
 * <p>Values of a type that reaches an {@code Object}, a {@code Number}, a wildcard, a {@code JsonNode}, a type whose
 * subtypes you name with {@code @JsonTypeInfo}, or a type with a deserializer of your own, always continue as they were
 * read back: the next step receives an {@code Integer} for a {@code Long} in a {@code Map<String, Object>}, as it would
 * after a crash. So do mutable inputs, because they may share an object with the state.
 */
public final class NotStorableException extends StepgraphException {
    private static final long serialVersionUID = 1;

    private final String path;

    /**
     * Creates the exception.
     *
     * @param code {@link ErrorCode#NOT_STORABLE} or {@link ErrorCode#VALUE_TOO_LARGE}
     * @param path the place in the value, such as {@code Essay.meta.handler}
     * @param message the problem and what to do
     * @param cause the cause; null if there is none
     */
    public NotStorableException(ErrorCode code, String path, String message, @Nullable Throwable cause) {
        super(code, message, cause);
        this.path = path;
    }

    /**
     * The place in the value.
     *
     * @return a path such as {@code Essay.meta.handler}
     */
    public String path() {
        return path;
    }
}
