package io.stepgraph.store;

/** Where a run stands (R10). Waiting is not an end. */
public enum Status {
    /** It can continue, and nobody executes it. */
    QUEUED,
    /** Its owner executes it. */
    RUNNING,
    /** It waits for an answer, or is parked. */
    WAITING,
    /** It has ended well. */
    COMPLETED,
    /** It has failed; it can be retried. */
    FAILED,
    /** It was cancelled. */
    CANCELLED;

    /** Whether the run has ended. */
    public boolean isEnd() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }

    /**
     * Whether a run with this final status is kept without its state and input (S3): only a failed run can be opened again.
     */
    public boolean dropsValues() {
        return this == COMPLETED || this == CANCELLED;
    }
}
