package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A state, input, question, answer, result or custom event cannot be written and read back with the same JSON, or is above the size
 * limit. It is found before anything is stored, names the field, and fails the step without retry (R5, R12).
 * A number may have 10,000 digits, and an exponent of 10,000.
 *
 * <p>A declared type of which Jackson can build no value at all is told to who makes the first call that would let a step of
 * the graph act, before anything is started: such as a class whose constructor has no parameter names.
 *
 * <p>Where the JSON stays the same and the object does not, such as a {@code Long} in a {@code Map<String, Object>} that comes
 * back as an {@code Integer}, nothing is thrown. The next step receives what was read back, as it would after a crash, and
 * one warning names the place. How far that goes:
 *
 * <ul>
 *   <li>Values of a declared type that reaches an {@code Object}, a {@code Number}, a wildcard, a {@code JsonNode} or an
 *       abstract class that is not sealed always go on as they were read back. So do inputs that can change, since they may
 *       share an object with the state.
 *   <li>Of other types, the first, second, fourth, eighth … value that each step leaves in a process is compared. Once one came
 *       back as another object, all later values of that type go on as they were read back. What differs for the first time
 *       between two comparisons, such as a sorted map in a {@code Map} that one branch of a step puts there, is not seen
 *       before the next.
 *   <li>Whether a list can be changed is not compared, nor is the order of hash tables, nor what is {@code transient}.
 * </ul>
 */
public final class NotStorableException extends StepgraphException {
    private static final long serialVersionUID = 1;

    private final String path;

    /**
     * The error.
     *
     * @param code {@link ErrorCode#NOT_STORABLE} or {@link ErrorCode#VALUE_TOO_LARGE}
     * @param path where in the value, such as {@code Essay.meta.handler}
     * @param message what is wrong there and what to do
     * @param cause what led to it
     */
    public NotStorableException(ErrorCode code, String path, String message, @Nullable Throwable cause) {
        super(code, message, cause);
        this.path = path;
    }

    /**
     * Where in the value it is.
     *
     * @return a path such as {@code Essay.meta.handler}
     */
    public String path() {
        return path;
    }
}
