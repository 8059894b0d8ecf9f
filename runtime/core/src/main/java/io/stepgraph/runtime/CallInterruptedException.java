package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The calling thread was interrupted before the run came to its next stop; its interrupt flag is set again. What was being
 * stored is stored. A run that this call executed was given back and goes on at the recorded step with the next call for it;
 * no attempt and no crash is counted (R9).
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
