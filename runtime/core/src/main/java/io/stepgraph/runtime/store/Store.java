package io.stepgraph.runtime.store;

import io.stepgraph.runtime.LeaseLost;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.StaleAnswer;
import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.UnstorableState;
import org.jspecify.annotations.Nullable;

/**
 * Where runs are kept: the whole persistence contract. Every method is one transaction, durable when it returns, and safe
 * for use by many threads and, where the store is shared, by many processes.
 *
 * <p>A run is written by one owner at a time. Acquiring it raises its fencing token; every later write under an older
 * token is refused with {@link LeaseLost} and changes nothing (L1).
 *
 * <p>A store that cannot be reached, or whose disk is full, throws {@link StoreUnavailable}; the caller may send the same
 * write again and learns whether it was stored (R11). One that has a limit of its own to what it takes throws {@link
 * UnstorableState}, having written nothing (R12). Thread interrupts are left alone: a store neither reacts to them nor
 * clears them (R9).
 */
public interface Store extends AutoCloseable {

    /**
     * Starts a run under its first owner, unless there is one of this key.
     *
     * @param run the run
     * @param owner who will execute it
     * @return the new run, {@code RUNNING} with token 1 and revision 1, or null if there is one of this key
     */
    @Nullable RunRecord start(NewRun run, Owner owner);

    /**
     * Reads a run.
     *
     * @param key its name
     * @return the run, or null if there is none
     * @throws io.stepgraph.runtime.CorruptCheckpoint if what is stored cannot be read
     */
    @Nullable RunRecord find(RunKey key);

    /**
     * Makes a run the owner's, if it is still as it was seen: token, revision and status. A {@code RUNNING} one is taken over
     * from an owner proven dead, which counts as a crash of its visit; a {@code QUEUED} or parked one goes on; a
     * {@code FAILED} one is opened again at the visit that failed, with attempt 1, no crashes, and a new budget.
     *
     * @param seen the run as it was read
     * @param owner who will execute it
     * @return the run, {@code RUNNING}, with a token one higher and a revision one higher; null if it has changed since it was seen
     * @throws IllegalArgumentException if the run as seen waits for an answer without a deadline, has succeeded or was
     *     cancelled: nothing of it is left to execute
     */
    @Nullable RunRecord acquire(RunRecord seen, Owner owner);

    /**
     * Writes what a visit left behind. A commit that is sent again is found to be stored, whatever came from outside in
     * between, as long as nobody else has acquired the run.
     *
     * @param lease the right to write
     * @param commit what to write
     * @return what became of it
     * @throws LeaseLost if another owner has taken the run over, or this one gave it back or has written something else
     *     since that revision; nothing was written
     */
    CommitResult commit(Lease lease, Commit commit);

    /**
     * Gives a run that is executed back, unfinished, so that anyone can go on with it at once: {@code QUEUED}, without a crash
     * counted. One that is to be cancelled ends instead, since no owner is left to see it (L7). Does nothing if the lease is
     * lost or the run rests.
     *
     * @param lease the right to write
     */
    void release(Lease lease);

    /**
     * Stores an answer, closes its ticket and makes the run the answerer's, in one transaction (I3).
     *
     * @param answer the answer
     * @param owner who will execute the run
     * @return the run, {@code RUNNING} at the step that takes the answer; null if this very answer was stored before
     * @throws StaleAnswer if the ticket was answered otherwise or is none of this run's
     * @throws RunNotFound if there is no such run
     */
    @Nullable RunRecord answer(Answer answer, Owner owner);

    /**
     * Changes a run from outside. A cancel ends a run that rests, or is queued, at once; a run that is executed sees it at
     * its next commit; a run that has ended is left as it is. A mode is set whatever the status.
     *
     * @param key the run
     * @param control the change
     * @return the run after it
     * @throws RunNotFound if there is no such run
     */
    RunRecord control(RunKey key, Control control);

    /**
     * Removes a run that has ended and all that belongs to it. Its number is never used again.
     *
     * @param key the run
     * @return whether there was one that had ended
     */
    boolean delete(RunKey key);

    /** Closes the store. Runs being executed find it unavailable. */
    @Override
    void close();
}
