package io.stepgraph.jdbc;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The time of a store, in milliseconds since 1970. It never goes back: it stands still while the machine's clock does. */
final class StoreClock {
    private static final long FARTHEST_AHEAD = Duration.ofDays(1).toMillis();

    private final AtomicLong last = new AtomicLong();
    private final Clock clock;

    StoreClock(Clock clock) {
        this.clock = clock;
    }

    long now() {
        return last.accumulateAndGet(clock.millis(), Math::max);
    }

    /**
     * Goes on from a time that was noted, if that is farther on.
     *
     * @return whether it can be: a clock that was once years ahead would otherwise stop all time for years
     */
    boolean goOnFrom(long noted) {
        if (noted > latest()) {
            return false;
        }
        last.accumulateAndGet(noted, Math::max);
        return true;
    }

    /** The latest that somebody can have noted. */
    long latest() {
        return clock.millis() + FARTHEST_AHEAD;
    }
}
