package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link Store} that removes runs, with all that belongs to them. Each call is one transaction, which is
 * durable when the call returns. Safe for use by many threads.
 *
 * <p>A run that another one has called is never removed alone. It goes with the run at the top of its family, in one
 * statement, and no number or limit counts it. A family is removed only if all its members have ended, none with an
 * effect in doubt (C11).
 */
public interface RunRemovals {

    /**
     * Removes a run that has ended and all that belongs to it. Its number is never used again. Its thread stays.
     *
     * @param key the run
     * @return whether an ended run was deleted
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if the run has ended with an effect in doubt
     *     that nobody has resolved (E7), if the same holds for a member of its family, if one is unfinished, or if
     *     another run has called it (C11)
     */
    boolean delete(RunKey key);

    /**
     * Counts the runs that {@link #prune(String, Status, Instant, int)} would remove.
     *
     * @param namespace the namespace of the runs
     * @param status the status of the runs
     * @param endedBefore as for {@code prune}
     * @param limit how many runs to count at most; not below zero
     * @return how many runs it would remove
     * @throws IllegalArgumentException if the status is no end, or {@code limit} is below zero
     */
    int countPrunable(String namespace, Status status, Instant endedBefore, int limit);

    /**
     * Removes runs with a status that ended long ago, the longest first, and marked runs whatever the time of their end
     * (S3).
     *
     * @param namespace the namespace of the runs
     * @param status the status of the runs. {@code FAILED} removes runs that could still be retried (R7)
     * @param endedBefore the store removes runs that ended before this
     * @param limit how many runs the store removes at most, so that no transaction takes long; not below zero
     * @return how many runs the store removed
     * @throws IllegalArgumentException if the status is no end, or {@code limit} is below zero
     */
    int prune(String namespace, Status status, Instant endedBefore, int limit);

    /**
     * Prunes runs that have completed, and then those that were cancelled, in one transaction each. Failed runs stay.
     */
    default int prune(String namespace, Instant endedBefore, int limit) {
        int completed = prune(namespace, Status.COMPLETED, endedBefore, limit);
        return completed + prune(namespace, Status.CANCELLED, endedBefore, limit - completed);
    }

    /** Refuses a status that is no end, and a limit below zero, with an {@link IllegalArgumentException}. */
    static void checkPrunable(Status status, int limit) {
        Store.checkLimit(limit);
        if (!status.isEnd()) {
            throw new IllegalArgumentException(
                    "Only runs that have ended can be pruned, not those that are " + status + ".");
        }
    }

    /**
     * Removes marked runs: those with {@link io.stepgraph.store.Retention#DELETE_ON_END} that have completed or were
     * cancelled (S3). Their threads stay.
     *
     * @param namespace the namespace of the runs
     * @param age how long ago, by the store's clock, a run has to have ended
     * @param by a runner whose runs the store removes whatever their age, if a commit of this runner ended them; null
     *     for none
     * @param limit how many runs the store removes at most; not below zero
     * @return how many runs the store removed
     * @throws IllegalArgumentException if {@code limit} is below zero
     */
    int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit);

    /**
     * Removes runs of a namespace whatever their status, whole families at once, with all that belongs to them, also
     * effects in doubt; and, once no run is left, the threads and business keys of the namespace. A key whose call
     * {@linkplain KeyHolder#isCallOver may be in progress} stays (E2). An owner that executes such a run loses its
     * lease.
     *
     * @param namespace the namespace
     * @param limit how many runs the store removes at most, so that no transaction takes long; not below zero
     * @return how many runs the store removed; 0 if no run of the namespace is left
     * @throws IllegalArgumentException if {@code limit} is below zero
     */
    int deleteAll(String namespace, int limit);
}
