package io.stepgraph.internal.json;

import org.jspecify.annotations.Nullable;

/** A stored document is not a value of its declared type. The caller knows the run and says so to the user. */
public final class UnreadableValueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message the problem and its place in the document
     * @param cause the cause; null if there is none
     */
    public UnreadableValueException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
