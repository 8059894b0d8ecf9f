package io.stepgraph.engine.store;

import io.stepgraph.runtime.ErrorCode;

/** What becomes of a run whose owner has gone silent (L3), if it is not simply taken over by the next who asks for it. */
public enum ExpiredLeasePolicy {
    /**
     * It ends {@code FAILED} with {@link ErrorCode#LEASE_EXPIRED}. It can be retried, and then repeats the step it was cut off in.
     * One that was to be cancelled ends so, {@code CANCELLED} (L6).
     */
    FAIL
}
