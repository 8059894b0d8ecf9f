package io.stepgraph.internal.lease;

import io.stepgraph.internal.log.Stopwatch;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.runtime.MachineClock;

/**
 * The age of a lease by the clocks of this process (R1, L1). It counts from before the request by which the store
 * granted or renewed the lease, so that this process never believes in it for longer than the store does, and by the
 * clock that shows more: the monotonic clock may pause while the machine is suspended, and the wall clock can be set.
 * Safe for use by many threads.
 */
final class LeaseAge {
    private final MachineClock clock;
    private final long length;
    private volatile Stopwatch renewedAt;

    /**
     * The age of a lease that was just granted.
     *
     * @param grantedAt taken before the store was asked for it
     */
    LeaseAge(RunnerConfig config, Stopwatch grantedAt) {
        this.clock = config.clock();
        this.length = Nanos.of(config.lease());
        this.renewedAt = grantedAt;
    }

    /** The present moment, to be taken before each request that renews the lease. */
    Stopwatch now() {
        return Stopwatch.started(clock);
    }

    /** The store has renewed the lease, by a request that was not sent before this moment. */
    void renewed(Stopwatch askedAt) {
        renewedAt = askedAt;
    }

    /** Whether the lease was last renewed this long ago, in nanoseconds. */
    boolean isAtLeast(long nanos) {
        return renewedAt.nanosAgo() >= nanos;
    }

    /** Whether the lease may have expired: only the store knows. */
    boolean mayBeOver() {
        return isAtLeast(length);
    }

    /** Returns the time at which the lease expires, in nanoseconds of the runner's clock. */
    long end() {
        return renewedAt.nanos() + length;
    }
}
