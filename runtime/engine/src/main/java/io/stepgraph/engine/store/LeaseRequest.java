package io.stepgraph.engine.store;

import java.time.Duration;

/**
 * Who takes a run, and for how long.
 *
 * @param owner who will execute it
 * @param lease how long it is the owner's unless renewed; each commit renews it
 */
public record LeaseRequest(Owner owner, Duration lease) {

    /** With a lease within the {@link Horizon}. */
    public LeaseRequest {
        lease = Horizon.within(lease);
    }
}
