package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The run's status does not allow the call, such as {@code retry} for a run that has not failed. Nothing was changed. */
public final class IllegalRunStatusException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public IllegalRunStatusException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public IllegalRunStatusException(String message, @Nullable Throwable cause) {
        super(ErrorCode.ILLEGAL_RUN_STATUS, message, cause);
    }
}
