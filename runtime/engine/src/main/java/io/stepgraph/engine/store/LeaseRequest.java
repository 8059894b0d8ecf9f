package io.stepgraph.engine.store;

import java.time.Duration;

/**
 * The owner that takes a run, and the length of its lease.
 *
 * @param owner the owner that will execute it
 * @param lease how long it is the owner's unless renewed; each commit renews it
 */
public record LeaseRequest(Owner owner, Duration lease) {

    /** With a lease within the {@link Horizon}. */
    public LeaseRequest {
        lease = Horizon.within(lease);
    }
}
