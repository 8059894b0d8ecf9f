package io.stepgraph.internal.step;

/**
 * A step's context throws this when its attempt is over or must end. It is an error, so that a step that catches
 * exceptions does not continue by accident; the attempt is void even if the step catches this too.
 */
public final class AttemptOverException extends Error {
    private static final long serialVersionUID = 1;

    public AttemptOverException(String message) {
        super(message);
    }
}
