package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The database is damaged, was not made by Stepgraph, or was written by a newer build. Nothing was changed (S4). */
public final class IncompatibleStoreException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public IncompatibleStoreException(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public IncompatibleStoreException(String message, @Nullable Throwable cause) {
        super(ErrorCode.INCOMPATIBLE_STORE, message, cause);
    }
}
