package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The stored data of a run cannot be read; the message names the run. Other runs are not affected (S2). */
public final class CorruptCheckpointException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public CorruptCheckpointException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause the cause
     */
    public CorruptCheckpointException(String message, @Nullable Throwable cause) {
        super(ErrorCode.CORRUPT_CHECKPOINT, message, cause);
    }
}
