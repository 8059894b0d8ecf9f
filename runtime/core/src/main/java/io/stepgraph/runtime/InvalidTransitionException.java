package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** A hook asked for a transition that the graph does not have or that carries the wrong value. Nothing was stored (H2). */
public final class InvalidTransitionException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public InvalidTransitionException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public InvalidTransitionException(String message, @Nullable Throwable cause) {
        super(ErrorCode.INVALID_TRANSITION, message, cause);
    }
}
