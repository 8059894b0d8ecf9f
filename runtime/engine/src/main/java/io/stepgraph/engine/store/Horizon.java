package io.stepgraph.engine.store;

import java.time.Duration;

/**
 * How far a store looks ahead. Java has durations that no database can add to the present. Longer durations are cut to this
 * one, which nobody waits for.
 */
public final class Horizon {
    /** A hundred years, about. */
    public static final Duration FARTHEST = Duration.ofDays(36_500);

    private Horizon() {}

    /**
     * A duration, or the farthest that counts if it is longer.
     *
     * @param duration a lease, a delay or the time for an answer
     */
    public static Duration within(Duration duration) {
        return duration.compareTo(FARTHEST) < 0 ? duration : FARTHEST;
    }
}
