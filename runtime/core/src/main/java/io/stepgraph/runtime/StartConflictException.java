package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * An unfinished run of this id was started with another state, input or graph, or a run of this id belongs to another
 * thread; the message names the part that differs. Nothing was changed (R3).
 */
public final class StartConflictException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public StartConflictException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public StartConflictException(String message, @Nullable Throwable cause) {
        super(ErrorCode.START_CONFLICT, message, cause);
    }
}
