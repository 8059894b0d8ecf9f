package io.stepgraph.runtime.store;

import io.stepgraph.runtime.LeaseLost;
import io.stepgraph.runtime.RunNotFound;
import io.stepgraph.runtime.StaleAnswer;
import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.ThreadBusy;
import io.stepgraph.runtime.UnstorableState;
import io.stepgraph.runtime.WrongGraph;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where runs are kept: the whole persistence contract. Every method is one transaction, durable when it returns, and safe
 * for use by many threads and, where the store is shared, by many processes.
 *
 * <p>A run is written by one owner at a time, under a lease that each write renews. Acquiring a run raises its fencing token;
 * every later write under an older token, or under a lease that is over by the store's clock, is refused with
 * {@link LeaseLost} and changes nothing (L1). All times are the store's; its clock never goes back.
 *
 * <p>Every run has one log of events, numbered 1, 2, 3 … without gap or repeat: each write that changes a run adds its events
 * in the same transaction (V1).
 *
 * <p>A write that ends a run as succeeded or cancelled leaves its state to its thread, and drops state, input and what the run
 * was started with, but for the digest of that; of a run that is to be {@linkplain io.stepgraph.runtime.Retention#DELETE_ON_END
 * deleted} with its end it leaves nothing but the state in the thread, in the same transaction (S3).
 *
 * <p>A store that cannot be reached, or whose disk is full, throws {@link StoreUnavailable}; the caller may send the same
 * write again and learns whether it was stored (R11). One that has a limit of its own to what it takes throws {@link
 * UnstorableState}, having written nothing (R12). Thread interrupts are left alone: a store neither reacts to them nor
 * clears them (R9).
 */
public interface Store extends AutoCloseable {

    /**
     * Starts a run under its first owner, unless there is one of this key. In a thread that has had a run, the run gets the
     * state that the last one left instead of the given one (L2).
     *
     * @param run the run
     * @param claim who will execute it
     * @return the new run, {@code RUNNING} with token 1 and revision 1, or null if there is one of this key
     * @throws ThreadBusy if its thread has an unfinished run
     * @throws WrongGraph if its thread belongs to another graph
     */
    @Nullable RunRecord start(NewRun run, Claim claim);

    /**
     * Reads a run.
     *
     * @param key its name
     * @return the run, or null if there is none
     * @throws io.stepgraph.runtime.CorruptCheckpoint if what is stored cannot be read
     */
    @Nullable RunRecord find(RunKey key);

    /**
     * Reads where a run stands, at a cost that does not grow with its state.
     *
     * @param key its name
     * @return where it stands, or null if there is none
     */
    @Nullable Standing standing(RunKey key);

    /**
     * Makes a run the owner's, if it is still as it was seen: token, revision and status. A {@code RUNNING} one is taken over
     * if its lease is over or its owner was proven dead, which counts as a crash of its visit; a {@code QUEUED} one goes on
     * once its delay is over, and a parked one at once; a {@code FAILED} one is opened again at the visit that failed, with
     * attempt 1, no crashes, and a new budget.
     *
     * @param acquisition what is wanted
     * @return the run, {@code RUNNING}, with a token one higher and a revision one higher; null if it has changed since it was
     *     seen, or is not to be had yet
     * @throws IllegalArgumentException if the run as seen waits for an answer or has one to be taken up, has succeeded or was
     *     cancelled
     * @throws ThreadBusy if it had failed, and its thread has gone on since
     */
    @Nullable RunRecord acquire(Acquisition acquisition);

    /**
     * Writes what a visit left behind, and renews the lease. A commit that is sent again is found to be stored although a mode
     * was set in between, or a cancel has come that the run has yet to see or that has ended it at rest. Once somebody else has
     * acquired, answered or otherwise ended the run, or if the commit itself has removed it, nothing tells any more whether it
     * was stored, and it is told {@link LeaseLost}.
     *
     * @param lease the right to write
     * @param commit what to write
     * @return what became of it
     * @throws LeaseLost if the lease is over, another owner has taken the run over, or this one gave it back or has written
     *     something else since that revision; nothing was written
     */
    CommitResult commit(Lease lease, Commit commit);

    /**
     * Renews a lease in the middle of a step, without a new revision.
     *
     * @param lease the right to write
     * @return the control number, by which the owner sees that something came from outside
     * @throws LeaseLost if it is over, or another owner has taken the run over
     */
    long renew(Lease lease);

    /**
     * Gives a run that is executed back, unfinished, so that anyone can go on with it at once: {@code QUEUED}, without a crash
     * counted. One that is to be cancelled ends instead, since no owner is left to see it (L7). Does nothing if the
     * lease is over, another owner has taken the run over, or the run rests.
     *
     * @param lease the right to write
     */
    void release(Lease lease);

    /**
     * Stores an answer, closes its ticket and makes the run the answerer's, in one transaction (I3). Whether it is in time is
     * decided by the store's clock (I5): after its time only the expiry is stored, before it only an answer.
     *
     * @param answer the answer, or the expiry
     * @param next where the run goes on; its state is null, since the stored one stays
     * @param claim who will execute the run
     * @return the run, {@code RUNNING} at the step that takes the answer; null if this very answer was stored before
     * @throws StaleAnswer if the ticket was answered otherwise, is none of this run's, has expired, or has not yet
     * @throws RunNotFound if there is no such run
     */
    @Nullable RunRecord answer(Answer answer, Checkpoint next, Claim claim);

    /**
     * Stores an answer and closes its ticket where the graph is not at hand that tells where the run goes on (I4): the run is
     * {@code QUEUED} with {@link Rest.Answered} at the visit that asked, until somebody {@linkplain #takeUp takes it up}. Does
     * nothing if this very answer was stored before.
     *
     * @param answer the answer; an expiry is never submitted
     * @throws StaleAnswer if the ticket was answered otherwise, is none of this run's, or has expired
     * @throws RunNotFound if there is no such run
     */
    void submit(Answer answer);

    /**
     * Makes a run whose answer was {@linkplain #submit submitted} the owner's, at the step that takes the answer.
     *
     * @param acquisition what is wanted
     * @param next where the run goes on; its state is null, since the stored one stays
     * @return the run, {@code RUNNING}, with a token one higher and a revision one higher; null if it has changed since it was
     *     seen
     * @throws IllegalArgumentException if the run as seen has no answer that waits to be taken up
     */
    @Nullable RunRecord takeUp(Acquisition acquisition, Checkpoint next);

    /**
     * Opens the ticket of an answer that was {@linkplain #submit submitted} again, since the graph does not take that answer:
     * the run waits with its question as before, and nothing is kept of the answer but what its log tells.
     *
     * @param answered the run as it was read; if it has changed since, nothing is written
     * @param accepts the schema of the answers that the graph takes
     * @param wakeIn how long to wait for an answer from now on, by the store's clock, within the {@link Horizon}; null if for ever
     * @param events what to add to its log
     * @return whether it waits again
     * @throws IllegalArgumentException if the run as seen has no answer that waits to be taken up
     */
    boolean refuse(RunRecord answered, Json accepts, @Nullable Duration wakeIn, List<Json> events);

    /**
     * Ends a run that nobody executes: one that waits or is queued, as when its deadline has passed (R8), or one whose owner
     * has let its lease end (L3).
     *
     * @param seen the run as it was read; if it has changed since, or was to change (L7), nothing is written
     * @param rest how it ends
     * @param events what to add to its log
     * @return whether it has ended so; not if it is executed under a lease that is not over
     * @throws IllegalArgumentException if the run as seen has ended, or if {@code rest} is no end, or a failure of a run whose
     *     answer waits to be taken up
     */
    boolean end(RunRecord seen, Rest rest, List<Json> events);

    /**
     * Finds runs that are executed by nobody any more: {@code RUNNING}, under a lease that is over.
     *
     * @param scope whose
     * @param limit how many at most, which is not below zero
     * @return their names, those that were left the longest ago first
     * @throws IllegalArgumentException if {@code limit} is below zero
     */
    List<RunKey> expired(String scope, int limit);

    /**
     * Changes a run from outside. A cancel ends a run that nobody executes at once: one that rests, is queued, or whose lease
     * is over (L6); a run that is executed sees it at its next commit or renewal; a run that has ended, or was to be cancelled
     * before, is left as it is. A mode is set whatever the status, and told in the log of a run that has not ended.
     *
     * @param key the run
     * @param control the change
     * @return the run after it; null if that has ended it, and nothing of it is kept
     * @throws RunNotFound if there is no such run
     */
    @Nullable RunRecord control(RunKey key, Control control);

    /**
     * Reads a run's log.
     *
     * @param key the run
     * @param after the number of the last event that is known; 0 for all. If it lies within a batch, that batch is read
     * @param batches how many batches to read at most, which is not below zero; there are fewer once they have {@link EventLog#PAGE_BYTES} together
     * @return what follows, in order; null if there is no such run
     * @throws IllegalArgumentException if {@code batches} is below zero
     */
    @Nullable EventLog events(RunKey key, long after, int batches);

    /**
     * Reads what a run has asked, in order, and who answered what and when (I6).
     *
     * @param key the run
     * @return its questions; empty if it has asked none, or there is no such run
     */
    List<StoredQuestion> questions(RunKey key);

    /**
     * Reads what the last run of a thread that has ended left.
     *
     * @param key the thread
     * @return null if no run of it has ended
     */
    @Nullable StoredThread thread(ThreadKey key);

    /**
     * Removes a run that has ended and all that belongs to it. Its number is never used again. Its thread stays.
     *
     * @param key the run
     * @return whether there was one that had ended
     */
    boolean delete(RunKey key);

    /**
     * Removes runs that ended long ago, the longest first.
     *
     * @param scope whose
     * @param endedBefore those that ended before this
     * @param limit how many at most, so that no transaction takes long; not below zero
     * @return how many were removed
     * @throws IllegalArgumentException if {@code limit} is below zero
     */
    int prune(String scope, Instant endedBefore, int limit);

    /**
     * Begins to give hints of what others change, if the store knows a way that is faster than to look. It costs their commits
     * nothing: what hints are sent goes beside commits, never inside. Asked for by whoever waits for others; looking from time
     * to time stays what can be relied on.
     *
     * @param listener who is told
     * @return the hints, to be closed; {@link Hints#NONE} if the store gives none, as is usual
     */
    default Hints hints(Hints.Listener listener) {
        return Hints.NONE;
    }

    /**
     * Says no to a limit below zero.
     *
     * @throws IllegalArgumentException if it is one
     */
    static void checkLimit(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("A limit is zero or more; this one is " + limit + ".");
        }
    }

    /** Closes the store. Runs being executed find it unavailable. */
    @Override
    void close();
}
