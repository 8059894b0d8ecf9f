package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The calling thread was interrupted before the run paused or ended; its interrupt flag is set again. A commit in progress
 * was completed. A run that this call executed was released, and continues at the recorded step with the next call; no
 * attempt and no crash is counted (R9).
 */
public final class CallInterruptedException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public CallInterruptedException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public CallInterruptedException(String message, @Nullable Throwable cause) {
        super(ErrorCode.CALL_INTERRUPTED, message, cause);
    }
}
