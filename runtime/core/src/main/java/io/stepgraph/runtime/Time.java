package io.stepgraph.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The clocks of a runner. Tests pass their own. */
public interface Time {
    /** The time of this machine. */
    Time SYSTEM = new SystemTime();

    /** The longest duration; longer ones are cut to it. */
    Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /** The wall clock, which can be set: for the time of an event, and to detect a suspended machine. */
    Instant now();

    /** The monotonic clock, for measuring; it may pause while the machine is suspended. */
    long nanos();

    /** A duration in nanoseconds, cut at about 292 years in both directions. */
    static long nanos(Duration duration) {
        if (duration.compareTo(LONGEST) >= 0) {
            return Long.MAX_VALUE;
        }
        return duration.toSeconds() > -LONGEST.toSeconds() ? duration.toNanos() : Long.MIN_VALUE;
    }

    /**
     * Waits.
     *
     * @param latch ends the wait
     * @param nanos how long to wait at most
     * @return whether the latch ended the wait
     */
    boolean await(CountDownLatch latch, long nanos) throws InterruptedException;

    /** The time of this machine. */
    final class SystemTime implements Time {
        private SystemTime() {}

        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
            return latch.await(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
