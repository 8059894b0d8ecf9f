package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The thread has an unfinished run, or has had another run since (I8, L2). Nothing was changed. */
public final class ThreadBusyException extends StepgraphException {
    private static final long serialVersionUID = 1;

    private final @Nullable String runId;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public ThreadBusyException(String message) {
        this(message, (Throwable) null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public ThreadBusyException(String message, @Nullable Throwable cause) {
        super(ErrorCode.THREAD_BUSY, message, cause);
        this.runId = null;
    }

    /**
     * The error that an unfinished run blocks the thread.
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
