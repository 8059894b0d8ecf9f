package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The run of this id belongs to another graph; the message names both. Nothing was changed. */
public final class WrongGraphException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public WrongGraphException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public WrongGraphException(String message, @Nullable Throwable cause) {
        super(ErrorCode.WRONG_GRAPH, message, cause);
    }
}
