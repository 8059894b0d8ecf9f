package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The lease had expired, or another owner has taken over the run; the store rejected the write of this owner (L1). */
public final class LeaseLostException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public LeaseLostException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public LeaseLostException(String message, @Nullable Throwable cause) {
        super(ErrorCode.LEASE_LOST, message, cause);
    }
}
