package io.stepgraph.internal.step;

import java.time.Duration;

/** Durations in nanoseconds, as clocks count them. */
public final class Nanos {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Nanos() {}

    /** A duration in nanoseconds, cut at about 292 years in both directions. */
    public static long of(Duration duration) {
        if (duration.compareTo(LONGEST) >= 0) {
            return Long.MAX_VALUE;
        }
        return duration.toSeconds() > -LONGEST.toSeconds() ? duration.toNanos() : Long.MIN_VALUE;
    }
}
