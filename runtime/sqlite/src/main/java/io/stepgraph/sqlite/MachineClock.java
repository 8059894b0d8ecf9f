package io.stepgraph.sqlite;

import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** The clocks of a machine: the wall clock, which people and programs set, and the monotonic clock, which nobody sets. */
interface MachineClock {
    /** The wall clock, in milliseconds since 1970. */
    long millis();

    /** How much time has passed, in milliseconds since a moment that stays the same. */
    long elapsed();

    /** The clocks of this machine. */
    static MachineClock system() {
        long from = System.nanoTime();
        return new MachineClock() {
            @Override
            public long millis() {
                return System.currentTimeMillis();
            }

            @Override
            public long elapsed() {
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
            }
        };
    }

    /** The one clock that there is: what it goes forward counts as time that has passed. Not safe for use by many threads. */
    static MachineClock of(Clock clock) {
        return new MachineClock() {
            private long last = clock.millis();
            private long elapsed;

            @Override
            public long millis() {
                long millis = clock.millis();
                elapsed += Math.max(0, millis - last);
                last = millis;
                return millis;
            }

            @Override
            public long elapsed() {
                millis();
                return elapsed;
            }
        };
    }
}
