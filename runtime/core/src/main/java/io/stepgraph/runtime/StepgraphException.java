package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The root of all errors of the runtime. The message says what happened, to which run and step, and what to do; {@link
 * #code} is stable.
 */
public abstract class StepgraphException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    /**
     * An error.
     *
     * @param code its stable code
     * @param message what happened, to which run and step, and what to do
     */
    protected StepgraphException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * An error with a cause.
     *
     * @param code its stable code
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    protected StepgraphException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /**
     * The stable code of this error.
     *
     * @return the code
     */
    public final ErrorCode code() {
        return code;
    }
}
