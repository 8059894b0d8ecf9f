package io.stepgraph.store.memory;

import java.time.Duration;
import java.time.Instant;

/**
 * A moment by the two clocks of a {@link MemoryStore}.
 *
 * @param wall by the wall clock
 * @param monotonic by the monotonic clock, counted from some moment on
 */
record Moment(Instant wall, Instant monotonic) {

    /** A time of the monotonic clock, as the wall clock shows it now. */
    Instant onWall(Instant time) {
        return wall.plus(Duration.between(monotonic, time));
    }
}
