package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** What was asked of a run does not fit its status, such as to retry one that has not failed. Nothing was changed. */
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
