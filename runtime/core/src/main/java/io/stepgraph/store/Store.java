package io.stepgraph.store;

import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StoreUnavailableException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs: the whole persistence contract, in nine parts. Every method of a part is one transaction, durable when it
 * returns (but for {@linkplain EffectStart#isRepeatable starts of effects that may be repeated}), and safe for use by
 * many threads and, where the store is shared, by many processes. A store returns the same parts each time.
 *
 * <p>A run is written by one owner at a time, under a lease that each write renews. Acquiring a run raises its fencing
 * token; every later write under an older token, or under a lease that has expired by the store's clock, fails with
 * {@link ErrorCode#LEASE_LOST} and changes nothing (L1). All times are the store's; its clock never goes back.
 *
 * <p>Every run has one log of events, numbered 1, 2, 3 … without gap or repeat: each write that changes a run adds its
 * events in the same transaction (V1).
 *
 * <p>A write that completes or cancels a run gives the state to its thread, and drops the state, the input and the
 * start of the run (S3). A run with {@link io.stepgraph.store.Retention#DELETE_ON_END} is then
 * marked: a runner deletes it a while later.
 *
 * <p>A store that cannot be reached, or whose disk is full, throws {@link StoreUnavailableException}; the caller may
 * send the same write again, and learns whether it was stored (R11). A store with a size limit of its own throws
 * {@link NotStorableException} and writes nothing (R12). Thread interrupts are left alone: a store neither reacts to
 * them nor clears them (R9).
 */
public interface Store extends AutoCloseable {

    /** The runs, where they stand. */
    RunStore runs();

    /** Returns the part that keeps what the runs have reported and left. */
    LogStore log();

    /** The effects of the runs of this store. */
    EffectStore effects();

    /** The queue of the runs that workers continue. */
    RunQueue queue();

    /** The lists of runs. */
    RunLists lists();

    /** Returns the part that tells of calls: what the called runs have left, and where they stand. */
    CallStore calls();

    /** Returns the part that keeps messages to runs. */
    MessageStore messages();

    /** Returns the part that keeps which runs people are to be told of. */
    NoticeStore notices();

    /** The removal of runs. */
    RunRemovals removals();

    /**
     * Begins to notify about changes by other processes, if the store has a faster way than polling. This costs their
     * commits nothing: notifications are sent beside commits, never inside. Waiting calls and streams use it; they
     * still poll, because notifications may be lost.
     *
     * @param listener the receiver
     * @return the hints, to be closed; {@link ChangeNotifications#NONE} if the store gives none, as is usual
     */
    default ChangeNotifications changeNotifications(ChangeNotifications.Listener listener) {
        return ChangeNotifications.NONE;
    }

    /**
     * Whether {@link RunStore#commit(Lease, Commit, CheckpointWork)} executes work of the program (E8).
     *
     * @return false, as is usual
     */
    default boolean isTransactional() {
        return false;
    }

    /**
     * The store in the transaction of the program that the calling thread is in (T1). A call of its parts takes part in
     * that transaction: it writes everything or nothing, and is stored once the program commits.
     *
     * @return the store, for this thread and this transaction; null if the thread is in no transaction that the store
     *     joins, as is usual
     */
    default @Nullable Store joined() {
        return null;
    }

    /**
     * Checks a limit.
     *
     * @throws IllegalArgumentException if it is below zero
     */
    static void checkLimit(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("A limit must be zero or more, not " + limit + ".");
        }
    }

    /** Closes the store. Runs being executed find it unavailable. */
    @Override
    void close();
}
