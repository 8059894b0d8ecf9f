package io.stepgraph.store;

import java.time.Instant;

/**
 * The clocks of a machine, as a store asks them (L1). Dates, such as the start of a run or the time for an answer, are those of
 * the wall clock, which people and programs set. Durations, such as a lease or a call, count on the monotonic clock, which
 * nobody sets. Safe for use by many threads.
 */
public interface MachineClock {

    /** The wall clock, to the millisecond. */
    Instant wall();

    /** The monotonic clock, in milliseconds. It does not count the time for which the machine is suspended. */
    long monotonic();

    /**
     * The name of the monotonic clock. Programs to which it has the same name agree on {@link #monotonic}; between two names
     * nothing is known.
     */
    String name();

    /** Whether other programs of the machine may have this monotonic clock, too. */
    boolean isShared();

    /** The clocks of this machine. */
    static MachineClock system() {
        return SystemClock.INSTANCE;
    }
}
