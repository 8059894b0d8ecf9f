package io.stepgraph.jdbc;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** The time of a store, in milliseconds since 1970. It never goes back: it stands still while the machine's clock does. */
final class StoreClock {
    private final AtomicLong last = new AtomicLong();
    private final Clock clock;

    StoreClock(Clock clock) {
        this.clock = clock;
    }

    long now() {
        return last.accumulateAndGet(clock.millis(), Math::max);
    }
}
