package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The thread has an unfinished run, or has gone on since: nothing of it is dropped silently (I8, L2). Nothing was changed. */
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
     * The error that a run is in the way.
     *
     * @param message what happened, to which run and step, and what to do
     * @param runId the run that is in the way; null if that is not known
     */
    public ThreadBusyException(String message, @Nullable String runId) {
        super(ErrorCode.THREAD_BUSY, message, null);
        this.runId = runId;
    }

    /** The run that is in the way; null if that is not known. */
    public @Nullable String runId() {
        return runId;
    }
}
