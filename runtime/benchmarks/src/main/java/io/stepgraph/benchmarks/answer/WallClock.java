package io.stepgraph.benchmarks.answer;

import java.time.Instant;

/** The clock of the machine, which all its processes share. */
final class WallClock {
    private static final long NANOS = 1_000_000_000;

    private WallClock() {}

    /** Nanoseconds since 1970; on most machines in steps of a microsecond. */
    static long nanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * NANOS + now.getNano();
    }
}
