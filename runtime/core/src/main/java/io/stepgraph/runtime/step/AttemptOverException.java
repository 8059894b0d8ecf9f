package io.stepgraph.runtime.step;

/**
 * What a step's context throws once its attempt is over or is to stop. An error, so that a step that catches exceptions does
 * not go on by accident; the attempt is void even if it catches this too.
 */
public final class AttemptOverException extends Error {
    private static final long serialVersionUID = 1;

    public AttemptOverException(String message) {
        super(message);
    }
}
