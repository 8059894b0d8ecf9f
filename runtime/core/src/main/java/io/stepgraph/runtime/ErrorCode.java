package io.stepgraph.runtime;

/** Every error of the runtime, by its stable code. Codes are stored with failed runs: none is ever renamed. */
public enum ErrorCode {
    /** A step threw. */
    STEP_FAILED,
    /** A step took longer than its timeout. */
    STEP_TIMED_OUT,
    /** A step returned null where its value is needed. The step fails without retry. */
    NULL_RETURNED,
    /** A hook threw. */
    HOOK_FAILED,
    /**
     * A hook asked for a transition that the step does not declare, or that carries the wrong value (H2). Or an
     * {@code exactly} interrupt asked for another action than the one that was approved (A7). Nothing was stored.
     */
    INVALID_TRANSITION,
    /**
     * Builds differ in their gates (S2). Either the run stands at a step that this build gates, and has entered it in
     * another build without the answer: then it is left as it is. Or a step leads to such a step without the answer:
     * then it fails.
     */
    GATE_BYPASSED,
    /** The run has executed more steps than the budget of the runner allows without an answer. */
    MAX_STEPS_EXCEEDED,
    /** The run's deadline has passed. */
    DEADLINE_EXCEEDED,
    /** The process died, or ran out of memory, in the same visit too often. */
    CRASH_LOOP,
    /** The owner let the lease expire, and the run was reaped instead of taken over. */
    LEASE_EXPIRED,
    /** A state, input, question, result, custom event or approved action cannot be written and read back. */
    NOT_STORABLE,
    /** A value is above the size limit. */
    VALUE_TOO_LARGE,
    /**
     * The run is unfinished, and was started with other values than it is started with now. Or it is new, and its thread
     * has a state, so that the given one would be lost.
     */
    START_CONFLICT,
    /**
     * The ticket was used, or belongs to an older visit or to an earlier run with the same id; or the id of the message
     * is known with another message.
     */
    STALE_ANSWER,
    /**
     * A repeated step asks for an effect with another request than the first attempt, or for an approved action with
     * another business key; the message names the part that differs. The run parks (E2, A5).
     */
    EFFECT_CONFLICT,
    /** The actor may not answer this question (W3). */
    ANSWER_NOT_PERMITTED,
    /** The interrupt, or the step that takes it, does not accept this answer. */
    INVALID_ANSWER,
    /** There is no such run. */
    RUN_NOT_FOUND,
    /**
     * The history of the run has no checkpoint of this visit, or the run keeps no history. Nothing was changed (S3).
     */
    CHECKPOINT_NOT_FOUND,
    /** The time to wait for a run that another process executes is over. */
    WAIT_TIMEOUT,
    /** The thread has an unfinished run, or has had another run since. */
    THREAD_BUSY,
    /** The queue of the graph has as many runs as the runner allows, or as many messages wait in the run (Q8). */
    QUEUE_FULL,
    /**
     * The run's status does not allow this call, such as {@code retry} for a run that has not failed. Nothing was
     * changed.
     */
    ILLEGAL_RUN_STATUS,
    /** The run belongs to another graph; the message names both. Nothing was changed. */
    WRONG_GRAPH,
    /**
     * The run is at a step that this build does not have; the message names the known steps. Or it is at a mailbox
     * whose first message this build does not accept (Q7), or the store knows no such mailbox of it (Q5). Nothing was
     * changed (S2).
     */
    UNKNOWN_STEP,
    /** The stored data of a run cannot be read; the message names the run. Other runs are not affected (S2). */
    CORRUPT_CHECKPOINT,
    /**
     * The calling thread was interrupted, by the program or by a step in it, before the run paused or ended; its
     * interrupt flag is set again. A commit in progress was completed. A run that this call executed was released, and
     * continues at the recorded step with the next call; no attempt and no crash is counted (R9).
     */
    CALL_INTERRUPTED,
    /**
     * The runner was closed before this call, or before the run paused or ended. A run that this call executed was
     * released, and continues at the recorded step with the next call, on another runner or in another process; no
     * attempt and no crash is counted.
     */
    RUNNER_CLOSED,
    /** The lease is over, or another owner has taken the run over. The store refused the write of this owner (L1). */
    LEASE_LOST,
    /** The store does not answer. */
    STORE_UNAVAILABLE,
    /**
     * The store was closed before this call. Another try would not help, so the caller gets this error at once. The run
     * is as it was at its last commit; it continues there with a runner on another store.
     */
    STORE_CLOSED,
    /**
     * The database is damaged, was not made by Stepgraph, or was written by a newer build. Nothing was changed (S4).
     */
    INCOMPATIBLE_STORE,
    /**
     * A call that executes steps, or waits for them, was made in a transaction of the program, which it would hold
     * open. Nothing was changed (T1).
     */
    IN_TRANSACTION,
    /**
     * The work at a checkpoint ended the transaction of the store, or lost its connection in five executions. Nothing
     * was stored, and the step fails without a retry (E8).
     */
    TRANSACTION_ENDED,
    /** The step has chosen to fail the run, with the reason that is the message. */
    FAILED_BY_STEP,
    /**
     * A step waits for another run of its store, which could hang: its worker may have no place for that run. Nothing
     * was changed. Let the step end, and let the other run answer a question of this one.
     */
    AWAIT_IN_STEP,
    /** A message got no reply: the run took the next one, or ended (Q9). */
    NO_REPLY,
    /** An agent that a call has called has not completed; the message names it (C5). */
    CHILD_FAILED,
    /** The time of a call is over, or the agent was stopped for that (C9). */
    CALL_TIMED_OUT,
    /** A call would make the family of a run too large; nothing was stored (C2). */
    FAMILY_TOO_LARGE,
    /** The run was cancelled. */
    CANCELLED
}
