package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** There is no run of this id in this namespace. */
public final class RunNotFoundException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public RunNotFoundException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public RunNotFoundException(String message, @Nullable Throwable cause) {
        super(ErrorCode.RUN_NOT_FOUND, message, cause);
    }
}
