package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;

/** The action of {@code Runner.reap()} for a run whose lease has expired (L3). */
public enum ExpiredLeasePolicy {
    /**
     * It ends {@code FAILED} with {@link ErrorCode#LEASE_EXPIRED}. It can be retried, and then repeats the step it was cut off in.
     * One that was to be cancelled ends so, {@code CANCELLED} (L6).
     */
    FAIL
}
