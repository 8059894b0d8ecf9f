package io.stepgraph.runtime.execute;

import java.time.Duration;
import java.time.Instant;

/**
 * What both clocks of this process showed at one moment. Neither is enough: the monotonic clock may stand still while the
 * machine is suspended, and the wall clock can be set.
 */
record ClockReading(long nanos, Instant wall) {

    static ClockReading of(Time time) {
        return new ClockReading(time.nanos(), time.now());
    }

    /** How much time has passed since an earlier reading, by the clock that shows more, in nanoseconds. */
    long since(ClockReading earlier) {
        long monotonic = nanos - earlier.nanos;
        return wall.isAfter(earlier.wall)
                ? Math.max(monotonic, Time.nanos(Duration.between(earlier.wall, wall)))
                : monotonic;
    }
}
