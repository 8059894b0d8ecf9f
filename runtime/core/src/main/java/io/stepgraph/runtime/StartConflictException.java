package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when an unfinished run of this id was started with another state, input or graph, or when a run of this id
 * belongs to another thread; the message names the part that differs (R3). Also thrown when a new run is given a state
 * that would be lost, since its thread has the state of an earlier run (L2). Nothing was changed.
 */
public final class StartConflictException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public StartConflictException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public StartConflictException(String message, @Nullable Throwable cause) {
        super(ErrorCode.START_CONFLICT, message, cause);
    }
}
