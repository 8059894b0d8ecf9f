package io.stepgraph.store;

/** The status of a run (R10). Waiting is not an end. */
public enum Status {
    /** The run can continue, and nobody executes it. */
    QUEUED,
    /** Its owner executes it. */
    RUNNING,
    /** The run waits for an answer or for a time, or is parked. */
    WAITING,
    /** The run has ended well. */
    COMPLETED,
    /** The run has failed; it can be retried. */
    FAILED,
    /** The run was cancelled. */
    CANCELLED;

    /** Whether the run has ended. */
    public boolean isEnd() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }

    /**
     * Whether a run with this final status is kept without its start, state, input and rule state (S3): only a failed
     * run can be opened again.
     */
    public boolean dropsValues() {
        return this == COMPLETED || this == CANCELLED;
    }
}
