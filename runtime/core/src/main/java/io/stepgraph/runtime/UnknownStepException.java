package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The run is at a step that this build does not have; the message names the known steps. Nothing was changed (S2). */
public final class UnknownStepException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public UnknownStepException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public UnknownStepException(String message, @Nullable Throwable cause) {
        super(ErrorCode.UNKNOWN_STEP, message, cause);
    }
}
