package io.stepgraph.internal.lease;

import io.stepgraph.internal.step.Nanos;
import io.stepgraph.runtime.MachineClock;
import java.time.Duration;
import java.time.Instant;

/**
 * How old a lease is by the clocks of this process (R1, L1). It counts from before the request by which the store granted or
 * renewed the lease, so that this process never believes in it for longer than the store does. Safe for use by many threads.
 */
final class LeaseAge {
    /**
     * A reading of both clocks of this process at one moment. Neither is enough: the monotonic clock may pause while the
     * machine is suspended, and the wall clock can be set.
     */
    record ClockReading(long nanos, Instant wall) {

        static ClockReading of(MachineClock clock) {
            return new ClockReading(clock.nanos(), clock.wall());
        }

        /** How much time has passed since an earlier reading, by the clock that shows more, in nanoseconds. */
        long since(ClockReading earlier) {
            long monotonic = nanos - earlier.nanos;
            return wall.isAfter(earlier.wall)
                    ? Math.max(monotonic, Nanos.of(Duration.between(earlier.wall, wall)))
                    : monotonic;
        }
    }

    private final MachineClock clock;
    private final long length;
    private volatile ClockReading renewedAt;

    /**
     * The age of a lease that was just granted.
     *
     * @param grantedAt taken before the store was asked for it
     */
    LeaseAge(RunnerConfig config, ClockReading grantedAt) {
        this.clock = config.clock();
        this.length = Nanos.of(config.lease());
        this.renewedAt = grantedAt;
    }

    /** The present moment, to be taken before each request that renews the lease. */
    ClockReading now() {
        return ClockReading.of(clock);
    }

    /** The store has renewed the lease, by a request that was not sent before this moment. */
    void renewed(ClockReading askedAt) {
        renewedAt = askedAt;
    }

    /** Whether the lease was last renewed this long ago, in nanoseconds. */
    boolean isAtLeast(long nanos) {
        return now().since(renewedAt) >= nanos;
    }

    /** Whether the lease may have expired: only the store knows. */
    boolean mayBeOver() {
        return isAtLeast(length);
    }

    /** When the lease expires, in nanoseconds of the runner's time. */
    long end() {
        return renewedAt.nanos() + length;
    }
}
