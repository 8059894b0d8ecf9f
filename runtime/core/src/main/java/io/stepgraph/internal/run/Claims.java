package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.ProcessRuns;
import io.stepgraph.store.RunKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs that a worker has claimed and not begun. It begins them at once, unless a suspect run is among them (R6): that
 * begins when the process executes nothing, one after the other if there are several, and the other runs follow. Until
 * then the worker claims nothing. It waits for a lease at most; then it leaves suspect runs to other workers for nine
 * leases, so that it works as usual for most of the time where runs take long. It waits twice as long the next time, up
 * to nine leases. For so many leases at most, it claims nothing beside a suspect run, which may wait for another run
 * that nobody else executes.
 *
 * <p>Used by the thread of one loop.
 */
final class Claims {
    private static final int LEASES = 9;

    private final Deque<Claim> waiting = new ArrayDeque<>();
    private final long lease;
    private long patience;
    private long waitsUntil;
    private long pausesUntil;
    private long aloneUntil;

    /**
     * No claims.
     *
     * @param lease in nanoseconds
     * @param now the time in nanoseconds
     */
    Claims(long lease, long now) {
        this.lease = Math.min(lease, Long.MAX_VALUE / (2 * LEASES));
        this.patience = this.lease;
        this.pausesUntil = now;
    }

    /**
     * A run that this worker has claimed.
     *
     * @param isSuspect whether it is to be executed alone
     */
    record Claim(ServedGraph graph, RunKey key, int crashes, boolean isSuspect) {

        /** Returns the same run as a part of another one that is in progress. */
        Claim asPart() {
            return new Claim(graph, key, crashes, false);
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether the worker claims suspect runs, too. */
    boolean takesSuspects(boolean isIdle, long now) {
        return isIdle || now - pausesUntil >= 0;
    }

    /** Whether the suspect run that was begun last is still to be alone. */
    boolean isToBeAlone(long now) {
        return now - aloneUntil < 0;
    }

    /** Whether nothing waits here, and no other worker of this process executes a suspect run or waits to do so. */
    boolean areDone() {
        return waiting.isEmpty() && !ProcessRuns.isReservedByOther(this);
    }

    void add(Claim claim, long now) {
        if (claim.isSuspect()) {
            waiting.addFirst(claim);
            waitsUntil = now + patience;
        } else {
            waiting.addLast(claim);
        }
    }

    /**
     * Takes the claim to begin next.
     *
     * @param isIdle whether this process executes nothing
     * @return null if there is none, or it has to wait
     */
    @Nullable Claim next(boolean isIdle, long now) {
        Claim first = waiting.peek();
        if (first != null && first.isSuspect()) {
            if (ProcessRuns.reserve(this) && isIdle) {
                patience = lease;
                waitsUntil = now + patience;
                aloneUntil = now + LEASES * lease;
                return waiting.poll();
            }
            if (now - waitsUntil < 0) {
                return null;
            }
            waiting.removeIf(Claim::isSuspect);
            patience = Math.min(2 * patience, LEASES * lease);
            pausesUntil = now + LEASES * lease;
        }
        ProcessRuns.unreserve(this);
        return waiting.poll();
    }

    /** The loop has ended. Gives the runs that it has not begun. */
    List<RunKey> close() {
        ProcessRuns.unreserve(this);
        return waiting.stream().map(Claim::key).toList();
    }
}
