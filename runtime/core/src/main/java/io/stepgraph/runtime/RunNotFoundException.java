package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** Thrown when there is no run of this id in this namespace. */
public final class RunNotFoundException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public RunNotFoundException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public RunNotFoundException(String message, @Nullable Throwable cause) {
        super(ErrorCode.RUN_NOT_FOUND, message, cause);
    }
}
