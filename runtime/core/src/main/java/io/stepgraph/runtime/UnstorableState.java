package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A state, input, question, answer, result or signal cannot be written and read back as it is, or is above the size limit.
 * It is found before anything is stored, names the field, and fails the step without retry (R5, R12).
 */
public final class UnstorableState extends StepgraphException {
    private static final long serialVersionUID = 1;

    private final String path;

    /**
     * The error.
     *
     * @param code {@link ErrorCode#UNSTORABLE_STATE} or {@link ErrorCode#VALUE_TOO_LARGE}
     * @param path where in the value, such as {@code Essay.meta.handler}
     * @param message what is wrong there and what to do
     * @param cause what led to it
     */
    public UnstorableState(ErrorCode code, String path, String message, @Nullable Throwable cause) {
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
