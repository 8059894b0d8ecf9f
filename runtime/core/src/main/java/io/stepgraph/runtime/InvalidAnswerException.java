package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the interrupt does not accept this answer, and the run still waits (I4), or when the text is no result of
 * the effect, which stays in doubt (E4). The message names the field.
 */
public final class InvalidAnswerException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public InvalidAnswerException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public InvalidAnswerException(String message, @Nullable Throwable cause) {
        super(ErrorCode.INVALID_ANSWER, message, cause);
    }
}
