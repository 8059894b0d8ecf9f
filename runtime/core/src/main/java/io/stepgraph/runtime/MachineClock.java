package io.stepgraph.runtime;

import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The clocks of a machine, as runners and stores read them. Dates, such as the start of a run or the time for an
 * answer, are those of the wall clock, which people and programs set. Durations, such as a lease, a call or a pause,
 * count on the monotonic clock, which nobody sets. A store decides about leases by its own clock, and a runner never
 * gives it one (L1). Tests pass clocks that jump. Safe for use by many threads.
 */
public interface MachineClock {

    /** The wall clock, to the millisecond. */
    Instant wall();

    /**
     * The monotonic clock, in nanoseconds. It does not count the time for which the machine is suspended. Only the
     * difference of two readings means something.
     */
    long nanos();

    /** The monotonic clock, in milliseconds. */
    default long millis() {
        return TimeUnit.NANOSECONDS.toMillis(nanos());
    }

    /**
     * Waits until a latch opens or time has passed on the monotonic clock.
     *
     * @param nanos how long to wait at most, in nanoseconds
     * @return whether the latch is open
     */
    boolean await(CountDownLatch latch, long nanos) throws InterruptedException;

    /**
     * Lets time pass, such as the delay before a retry. The latch only ends it early, so that the clocks of a test may
     * jump over it, which they must not where a thread is awaited.
     *
     * @param nanos how long, in nanoseconds
     * @return whether the latch is open
     */
    default boolean pause(CountDownLatch latch, long nanos) throws InterruptedException {
        return await(latch, nanos);
    }

    /**
     * The name of the monotonic clock. Programs to which it has the same name agree on {@link #nanos}; between two
     * names nothing is known.
     */
    String name();

    /** Whether other programs of the machine may have this monotonic clock, too. */
    boolean isShared();

    /** The clocks of this machine. */
    static MachineClock system() {
        return SystemClock.INSTANCE;
    }
}
