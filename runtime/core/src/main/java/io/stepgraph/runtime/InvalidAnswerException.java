package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The interrupt does not accept this answer; the message names the field. The run still waits (I4). */
public final class InvalidAnswerException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public InvalidAnswerException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public InvalidAnswerException(String message, @Nullable Throwable cause) {
        super(ErrorCode.INVALID_ANSWER, message, cause);
    }
}
