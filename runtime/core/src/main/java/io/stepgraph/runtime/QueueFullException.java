package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the queue of a graph has as many runs as the runner allows (L5), or as many messages wait in a run (Q8).
 * The start or the message was not stored.
 */
public final class QueueFullException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public QueueFullException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public QueueFullException(String message, @Nullable Throwable cause) {
        super(ErrorCode.QUEUE_FULL, message, cause);
    }
}
