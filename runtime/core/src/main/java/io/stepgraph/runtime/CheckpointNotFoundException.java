package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The history of a run has no {@link io.stepgraph.runtime.graph.Checkpoint} of a visit, or the run keeps no history (S3).
 * Nothing was changed.
 */
public final class CheckpointNotFoundException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and visit, and what to do
     */
    public CheckpointNotFoundException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and visit, and what to do
     * @param cause what led to it
     */
    public CheckpointNotFoundException(String message, @Nullable Throwable cause) {
        super(ErrorCode.CHECKPOINT_NOT_FOUND, message, cause);
    }
}
