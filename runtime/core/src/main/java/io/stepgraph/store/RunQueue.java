package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.ThreadBusyException;
import java.util.List;

/**
 * The part of a {@link Store} that workers use (L5): runs wait in the store until a worker of any process continues
 * them. Each call is one transaction, which is durable when the call returns. Safe for use by many threads.
 */
public interface RunQueue {

    /**
     * Stores a run for a worker to execute, unless there is one of this key: {@code QUEUED} with token 1 and revision 1
     * (L5). In a thread that has had a run, the run gets the state that the last one left instead of the given one
     * (L2).
     *
     * @param run the run
     * @param request when it may begin, and the limit of the queue, which is checked in the same transaction
     * @return whether it was stored; false if there is a run of this key
     * @throws QueueFullException if the queue is full; nothing was written
     * @throws ThreadBusyException if its thread has an unfinished run
     * @throws StepgraphException with {@link ErrorCode#WRONG_GRAPH} if its thread belongs to another graph
     */
    boolean enqueue(NewRun run, QueueRequest request);

    /**
     * Stores a run that begins at a checkpoint of another one, {@code QUEUED} as {@link #enqueue} does, with the
     * answers that the other run got before the visit of this checkpoint, marked as inherited (S3).
     *
     * @param run the new run, which has no thread
     * @param source the number of the run with the checkpoint, which is in the same namespace
     * @return whether it was stored; false if there is a run of this key
     */
    boolean fork(NewRun run, long source);

    /**
     * Finds runs of one graph that a worker may continue: queued, due and answered ones, parked ones whose mode was
     * raised, and, if the request asks for them, those whose owners have let their leases end. Claimed runs are left to
     * this worker for a while; it still has to {@linkplain RunStore#acquire acquire} them. Takes the same number from
     * each namespace, as far as the limit allows (L5).
     *
     * @param request the request
     * @return the runs; empty if there is nothing to do
     */
    List<ClaimedRun> claim(ClaimRequest request);

    /**
     * Gives claimed runs back, which the worker does not acquire: other workers may claim them at once. A run that has
     * been acquired since stays as it is.
     *
     * @param claimed the runs
     */
    void unclaim(List<RunKey> claimed);

    /**
     * Finds the owners of the runs that are {@code RUNNING}, of all namespaces, so that a worker finds out which are
     * dead.
     *
     * @return each owner once
     */
    List<Owner> owners();

    /**
     * Declares that the death of an owner from now on is no crash of the runs that it executes at present (R6).
     *
     * @param owner the owner; its {@link Owner#runner} is compared
     * @param crashes only of runs whose visits have had at least so many crashes; 0 for all
     */
    void forgiveCrashes(Owner owner, int crashes);
}
