package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * An error of the runtime. The message says what happened, to which run and step, and what to do; {@link #code} is
 * stable and says which error it is. An error has a class of its own only where programs often handle it in another way
 * than the others.
 */
public class StepgraphException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    /**
     * Creates the exception.
     *
     * @param code its stable code
     * @param message what happened, to which run and step, and what to do
     */
    public StepgraphException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param code its stable code
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public StepgraphException(ErrorCode code, String message, @Nullable Throwable cause) {
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

    /** The class, the code and the message: the first line of a stack trace. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // messages are also shown to people, who need no code
    public final String toString() {
        return getClass().getName() + ": [" + code + "] " + getMessage();
    }
}
