package io.stepgraph.runtime.execute;

/**
 * How old a lease is by the clocks of this process (R1, L1). It counts from before the request by which the store granted or
 * renewed the lease, so that this process never believes in it for longer than the store does. Safe for use by many threads.
 */
final class LeaseAge {
    private final Time time;
    private final long length;
    private volatile ClockReading renewedAt;

    /**
     * The age of a lease that was just granted.
     *
     * @param grantedAt taken before the store was asked for it
     */
    LeaseAge(RunnerConfig config, ClockReading grantedAt) {
        this.time = config.time();
        this.length = Time.nanos(config.lease());
        this.renewedAt = grantedAt;
    }

    /** The present moment, to be taken before each request that renews the lease. */
    ClockReading now() {
        return ClockReading.of(time);
    }

    /** The store has renewed the lease, by a request that was not sent before this moment. */
    void renewed(ClockReading askedAt) {
        renewedAt = askedAt;
    }

    /** Whether the lease was last renewed so long ago, in nanoseconds. */
    boolean isAtLeast(long nanos) {
        return now().since(renewedAt) >= nanos;
    }

    /** Whether the lease may be over by now: only the store can tell. */
    boolean mayBeOver() {
        return isAtLeast(length);
    }

    /** When the lease is over, in nanoseconds of the runner's time. */
    long end() {
        return renewedAt.nanos() + length;
    }
}
