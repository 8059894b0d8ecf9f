package io.stepgraph.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves only when a test moves it. Safe for use by many threads. */
public final class FakeClock extends Clock {
    private volatile Instant now;

    /** A clock at a time in 2023. */
    public FakeClock() {
        this(Instant.ofEpochMilli(1_700_000_000_000L));
    }

    /**
     * A clock.
     *
     * @param now the time
     */
    public FakeClock(Instant now) {
        this.now = now;
    }

    /**
     * Lets time pass.
     *
     * @param time how much; a negative one sets the clock back
     */
    public synchronized void pass(Duration time) {
        now = now.plus(time);
    }

    @Override
    public Instant instant() {
        return now;
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
