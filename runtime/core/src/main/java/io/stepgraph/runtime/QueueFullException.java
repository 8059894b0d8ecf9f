package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The queue of a graph has as many runs as the runner allows; the start was rejected and not stored (L5). */
public final class QueueFullException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public QueueFullException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public QueueFullException(String message, @Nullable Throwable cause) {
        super(ErrorCode.QUEUE_FULL, message, cause);
    }
}
