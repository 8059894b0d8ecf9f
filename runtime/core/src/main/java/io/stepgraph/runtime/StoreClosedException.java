package io.stepgraph.runtime;

/**
 * The store was closed before this call. Another try would not help, so the caller gets this error at once. The run is as it
 * was at its last commit; it continues there with a runner on another store.
 */
public final class StoreClosedException extends StoreUnavailableException {
    private static final long serialVersionUID = 1;

    /**
     * The error.
     *
     * @param message what happened, to which run and step, and what to do
     */
    public StoreClosedException(String message) {
        super(message);
    }
}
