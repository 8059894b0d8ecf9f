package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The thread has an unfinished run, or has gone on since: nothing of it is dropped silently (I8, L2). Nothing was changed. */
public final class ThreadBusy extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public ThreadBusy(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public ThreadBusy(String message, @Nullable Throwable cause) {
        super(ErrorCode.THREAD_BUSY, message, cause);
    }
}
