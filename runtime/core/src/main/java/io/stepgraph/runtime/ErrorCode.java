package io.stepgraph.runtime;

/** Every error of the runtime, by its stable code. Codes are stored with failed runs: none is ever renamed. */
public enum ErrorCode {
    /** A step threw. */
    STEP_FAILED,
    /** A step took longer than its timeout. */
    STEP_TIMED_OUT,
    /** A step returned null where its value is needed. */
    NULL_RETURNED,
    /** A hook threw. */
    HOOK_FAILED,
    /** A hook asked for a transition that the graph does not have. */
    INVALID_TRANSITION,
    /** A transition would enter a gated step without the answer that opens its gate. */
    GATE_BYPASSED,
    /** The run has executed more steps than the budget of the runner allows without an answer. */
    MAX_STEPS_EXCEEDED,
    /** The run's deadline has passed. */
    DEADLINE_EXCEEDED,
    /** The process died, or ran out of memory, in the same visit too often. */
    CRASH_LOOP,
    /** The owner let the lease expire, and the run was reaped instead of taken over. */
    LEASE_EXPIRED,
    /** A state, input, question, result or custom event cannot be written and read back. */
    NOT_STORABLE,
    /** A value is above the size limit. */
    VALUE_TOO_LARGE,
    /** The run was started with other values than it is started with now. */
    START_CONFLICT,
    /** The ticket was used, or belongs to an older visit or to an earlier run with the same id. */
    STALE_ANSWER,
    /** A repeated step asks for an effect with another request than before. */
    EFFECT_CONFLICT,
    /** The interrupt does not accept this answer. */
    INVALID_ANSWER,
    /** There is no such run. */
    RUN_NOT_FOUND,
    /** The history of the run has no checkpoint of this visit. */
    CHECKPOINT_NOT_FOUND,
    /** Another process executes the run, and the time to wait for it is over. */
    WAIT_TIMEOUT,
    /** The thread has an unfinished run, or has had another run since. */
    THREAD_BUSY,
    /** The queue of the graph has as many runs as the runner allows. */
    QUEUE_FULL,
    /** The run's status does not allow this call. */
    ILLEGAL_RUN_STATUS,
    /** The run belongs to another graph. */
    WRONG_GRAPH,
    /** The run is at a step that this build does not have. */
    UNKNOWN_STEP,
    /** The stored data of a run cannot be read. */
    CORRUPT_CHECKPOINT,
    /** The calling thread was interrupted. */
    CALL_INTERRUPTED,
    /** The runner is closed. */
    RUNNER_CLOSED,
    /** The lease is over, or another owner has taken the run over. */
    LEASE_LOST,
    /** The store does not answer. */
    STORE_UNAVAILABLE,
    /** This build cannot read the database. */
    INCOMPATIBLE_STORE,
    /** The run was cancelled. */
    CANCELLED
}
