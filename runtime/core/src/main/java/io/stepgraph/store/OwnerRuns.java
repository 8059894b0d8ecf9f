package io.stepgraph.store;

import java.time.Instant;

/**
 * The runs of a namespace that one owner executes at a moment.
 *
 * @param owner the owner
 * @param runs how many runs it executes
 * @param leaseUntil when the first of their leases is over
 * @param readAt when this was read, by the store's clock
 */
public record OwnerRuns(Owner owner, long runs, Instant leaseUntil, Instant readAt) {

    /** Whether the owner has let a lease end. */
    public boolean isLeaseOver() {
        return !readAt.isBefore(leaseUntil);
    }

    /** Returns the owner with one run more. */
    public OwnerRuns plus(OwnerRuns one) {
        Instant first = one.leaseUntil.isBefore(leaseUntil) ? one.leaseUntil : leaseUntil;
        return new OwnerRuns(owner, runs + one.runs, first, readAt);
    }
}
