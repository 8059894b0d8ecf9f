package io.stepgraph.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Time as a runner sees it. Tests put their own in its place. */
public interface Time {
    /** The time of this machine. */
    Time SYSTEM = new SystemTime();

    /** The longest duration that counts. */
    Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /** What the wall clock shows, which can be set: to say when something happened, and to find out a suspended machine. */
    Instant now();

    /** What the monotonic clock shows, which may stand still while the machine is suspended: to measure with. */
    long nanos();

    /** A duration in nanoseconds; what is longer than three hundred years, to either side, is no longer told apart. */
    static long nanos(Duration duration) {
        if (duration.compareTo(LONGEST) >= 0) {
            return Long.MAX_VALUE;
        }
        return duration.compareTo(LONGEST.negated()) > 0 ? duration.toNanos() : Long.MIN_VALUE;
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
