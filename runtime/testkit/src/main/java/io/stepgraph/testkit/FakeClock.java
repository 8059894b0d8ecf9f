package io.stepgraph.testkit;

import io.stepgraph.store.MachineClock;
import java.time.Duration;
import java.time.Instant;

/** The clocks of a machine that move only when a test moves them. Safe for use by many threads. */
public final class FakeClock implements MachineClock {
    private final String name;
    private final boolean isShared;
    private volatile Instant wall = Instant.ofEpochMilli(1_700_000_000_000L);
    private volatile long monotonic = 1_000;

    /** The clocks of a machine, at a time in 2023. */
    public FakeClock() {
        this("boot-1", true);
    }

    /**
     * The clocks of a machine, at a time in 2023.
     *
     * @param name the name of its monotonic clock
     * @param isShared whether other programs may have this monotonic clock, too
     */
    public FakeClock(String name, boolean isShared) {
        this.name = name;
        this.isShared = isShared;
    }

    /**
     * Lets time pass.
     *
     * @param time how much
     */
    public synchronized void pass(Duration time) {
        wall = wall.plus(time);
        monotonic += time.toMillis();
    }

    /**
     * Sets the wall clock alone.
     *
     * @param change how far; a negative one sets it back
     */
    public synchronized void set(Duration change) {
        wall = wall.plus(change);
    }

    @Override
    public Instant wall() {
        return wall;
    }

    @Override
    public long monotonic() {
        return monotonic;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isShared() {
        return isShared;
    }
}
