package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the ticket has another answer, or belongs to an older visit or to an earlier run with the same id
 * (I3), or when the id of a message is known with another message (Q6). Nothing was changed.
 */
public final class StaleAnswerException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public StaleAnswerException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public StaleAnswerException(String message, @Nullable Throwable cause) {
        super(ErrorCode.STALE_ANSWER, message, cause);
    }
}
