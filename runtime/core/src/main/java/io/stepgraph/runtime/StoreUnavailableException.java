package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The store does not answer. The run is as it was at its last commit, and continues from there when it is run again (R11).
 */
public sealed class StoreUnavailableException extends StepgraphException permits StoreClosedException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public StoreUnavailableException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(ErrorCode.STORE_UNAVAILABLE, message, cause);
    }
}
