package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** What is stored for a run cannot be read; the message names the run. Other runs go on (S2). */
public final class CorruptCheckpoint extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public CorruptCheckpoint(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public CorruptCheckpoint(String message, @Nullable Throwable cause) {
        super(ErrorCode.CORRUPT_CHECKPOINT, message, cause);
    }
}
