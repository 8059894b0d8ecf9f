package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The runner was closed before this call, or before the run paused or ended. A run that this call executed was released, and
 * continues at the recorded step with the next call, on another runner or in another process; no attempt and no crash is
 * counted.
 */
public final class RunnerClosedException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public RunnerClosedException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public RunnerClosedException(String message, @Nullable Throwable cause) {
        super(ErrorCode.RUNNER_CLOSED, message, cause);
    }
}
