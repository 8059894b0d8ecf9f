package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when another process executes the run, and the time to wait until it pauses or ends is over. Nothing was
 * changed (R3).
 */
public final class WaitTimeoutException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public WaitTimeoutException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public WaitTimeoutException(String message, @Nullable Throwable cause) {
        super(ErrorCode.WAIT_TIMEOUT, message, cause);
    }
}
