package io.stepgraph.testkit;

import io.stepgraph.store.MachineClock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/**
 * The clocks of a play, which can be put forward. The wall clock shows the same time at the start of each play, and stands still:
 * dates, and the keys of effects, are the same in each play. The monotonic clock runs. Safe for use by many threads.
 */
final class ShiftedClock implements MachineClock {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final MachineClock machine = MachineClock.system();
    private volatile Duration ahead = Duration.ZERO;
    private volatile Duration unseen = Duration.ZERO;

    synchronized void pass(Duration time) {
        ahead = ahead.plus(time);
    }

    /** Lets time pass on the monotonic clock alone: no date shows it. */
    synchronized void passUnseen(Duration time) {
        unseen = unseen.plus(time);
    }

    /** The wall clock, for fakes. */
    Clock clock() {
        InstantSource wall = this::wall;
        return wall.withZone(ZoneOffset.UTC);
    }

    @Override
    public Instant wall() {
        return START.plus(ahead);
    }

    @Override
    public long monotonic() {
        return machine.monotonic() + ahead.plus(unseen).toMillis();
    }

    @Override
    public String name() {
        return machine.name() + " put forward";
    }

    @Override
    public boolean isShared() {
        return false;
    }
}
