package io.stepgraph.store;

import java.time.Duration;

/**
 * The owner that takes a run, and the length of its lease.
 *
 * @param owner the owner that will execute it
 * @param lease how long it is the owner's unless renewed; each commit renews it
 * @param countsCrash whether the death of this owner counts as a crash of the visit (R6)
 */
public record LeaseRequest(Owner owner, Duration lease, boolean countsCrash) {

    /** Cuts the lease to the {@link Horizon}. */
    public LeaseRequest {
        lease = Horizon.within(lease);
    }

    /** The request of an owner whose death counts as a crash. */
    public LeaseRequest(Owner owner, Duration lease) {
        this(owner, lease, true);
    }
}
