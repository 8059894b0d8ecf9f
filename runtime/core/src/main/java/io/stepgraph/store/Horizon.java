package io.stepgraph.store;

import io.stepgraph.runtime.graph.Due;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * The farthest times that a store keeps. Java has durations that no database can add to the present, and times that are
 * in no database's calendar. All stores cut them to the same ones, which nobody waits for.
 */
public final class Horizon {
    /** A hundred years, about. */
    public static final Duration FARTHEST = Duration.ofDays(36_500);

    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    private Horizon() {}

    /**
     * A duration, or the farthest that counts if it is longer.
     *
     * @param duration a lease, a delay, an age or the time for an answer
     */
    public static Duration within(Duration duration) {
        return duration.compareTo(FARTHEST) < 0 ? duration : FARTHEST;
    }

    /**
     * A time whose instant or delay is cut in the same way. Stores keep milliseconds: an instant between two of them is
     * the later one, so that nothing is due too early.
     */
    public static Due within(Due due) {
        return due.at() == null
                ? Due.in(within(Objects.requireNonNull(due.in())))
                : Due.at(within(due.at()).plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS));
    }

    /**
     * A time, or the first or last that counts if it is before or after.
     *
     * @param time the start of a run, or a bound for the times of runs
     */
    public static Instant within(Instant time) {
        return time.isBefore(FIRST) ? FIRST : time.isAfter(LAST) ? LAST : time;
    }
}
