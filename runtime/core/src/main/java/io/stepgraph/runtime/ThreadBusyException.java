package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** Thrown when the thread has an unfinished run, or has had another run since (I8, L2). Nothing was changed. */
public final class ThreadBusyException extends StepgraphException {
    private static final long serialVersionUID = 1;

    private final @Nullable String runId;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public ThreadBusyException(String message) {
        this(message, (Throwable) null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public ThreadBusyException(String message, @Nullable Throwable cause) {
        super(ErrorCode.THREAD_BUSY, message, cause);
        this.runId = null;
    }

    /**
     * Creates the exception for a thread that an unfinished run blocks.
     *
     * @param message what happened, to which run and step, and what to do
     * @param runId the run that blocks the thread; null if unknown
     */
    public ThreadBusyException(String message, @Nullable String runId) {
        super(ErrorCode.THREAD_BUSY, message, null);
        this.runId = runId;
    }

    /** The run that blocks the thread; null if unknown. */
    public @Nullable String runId() {
        return runId;
    }
}
