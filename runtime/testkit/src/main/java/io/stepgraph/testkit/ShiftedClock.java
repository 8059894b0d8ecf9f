package io.stepgraph.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The clock of this machine, which can be put forward. Safe for use by many threads. */
final class ShiftedClock extends Clock {
    private Duration ahead = Duration.ZERO;

    synchronized void pass(Duration time) {
        ahead = ahead.plus(time);
    }

    @Override
    public synchronized Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
