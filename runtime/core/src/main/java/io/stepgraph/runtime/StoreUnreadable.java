package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/** The database is damaged, no database of Stepgraph, or written by a newer build. Nothing was changed (S4). */
public final class StoreUnreadable extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public StoreUnreadable(String message) {
        this(message, null);
    }

    /**
     * The error with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public StoreUnreadable(String message, @Nullable Throwable cause) {
        super(ErrorCode.STORE_UNREADABLE, message, cause);
    }
}
