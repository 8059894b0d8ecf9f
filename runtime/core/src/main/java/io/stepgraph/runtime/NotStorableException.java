package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A state, input, question, answer, result or custom event cannot be written and read back with the same JSON, or is above
 * the size limit. It is thrown before anything is stored, names the field, and fails the step without retry (R5, R12). A
 * number may have 10,000 digits, and an exponent of 10,000.
 *
 * <p>If Jackson can build no value of a declared type, such as a class whose constructor has no parameter names, the first
 * call that would execute a step of the graph throws this exception, before anything is started.
 *
 * <p>Where the JSON stays the same and the object does not, such as a {@code Long} in a {@code Map<String, Object>} that
 * comes back as an {@code Integer}, nothing is thrown. The next step receives what was read back, as it would after a crash,
 * and one warning names the place. The limits of this check:
 *
 * <ul>
 *   <li>Values of a declared type that reaches an {@code Object}, a {@code Number}, a wildcard, a {@code JsonNode} or an
 *       abstract class that is not sealed always continue as they were read back. So do mutable inputs, because they may
 *       share an object with the state.
 *   <li>Of other types, the first, second, fourth, eighth … value that each step leaves in a process is compared. Once a
 *       value came back as another object, all later values of that type continue as they were read back. A difference that
 *       first appears between two comparisons, such as a sorted map that one branch of a step puts into a {@code Map}, is
 *       found at the next comparison.
 *   <li>The check does not compare whether a list is mutable, the order of hash tables, and {@code transient} fields.
 * </ul>
 */
public final class NotStorableException extends StepgraphException {
    private static final long serialVersionUID = 1;

    private final String path;

    /**
     * The error.
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
