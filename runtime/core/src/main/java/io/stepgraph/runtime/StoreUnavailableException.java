package io.stepgraph.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store does not answer. The run is as it was at its last commit, and continues from there when it is
 * run again (R11).
 */
public final class StoreUnavailableException extends StepgraphException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public StoreUnavailableException(String message) {
        this(message, null);
    }

    /**
     * Creates the exception with its cause.
     *
     * @param message what happened, to which run and step, and what to do
     * @param cause what led to it
     */
    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        this(ErrorCode.STORE_UNAVAILABLE, message, cause);
    }

    private StoreUnavailableException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(code, message, cause);
    }

    /**
     * The error of a store that was closed before the call, with the code {@link ErrorCode#STORE_CLOSED}.
     *
     * @param message what happened, to which run and step, and what to do
     * @return the error
     */
    public static StoreUnavailableException closed(String message) {
        return new StoreUnavailableException(ErrorCode.STORE_CLOSED, message, null);
    }
}
