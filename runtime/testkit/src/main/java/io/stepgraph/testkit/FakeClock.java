package io.stepgraph.testkit;

import io.stepgraph.runtime.MachineClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clocks of a machine for tests. They stand still, or run as those of this machine, and jump when a test says so: a
 * wait ends when they have jumped past its end. Give the same clocks to the store and to the runners on it. Safe for
 * use by many threads.
 */
public final class FakeClock implements MachineClock {
    /** How soon a wait sees that the clocks have jumped. */
    private static final long LOOK_MILLIS = 1;

    private final String name;
    private final boolean isShared;
    private final InstantSource wall;
    private final LongSupplier monotonic;
    private final boolean skipsPauses;
    private volatile Duration wallAhead = Duration.ZERO;
    private volatile Duration ahead = Duration.ZERO;

    /** Clocks that stand still, at a time in 2023. */
    public FakeClock() {
        this("boot-1", true);
    }

    /**
     * Clocks that stand still, at a time in 2023.
     *
     * @param name the name of the monotonic clock
     * @param isShared whether other programs may have this monotonic clock, too
     */
    public FakeClock(String name, boolean isShared) {
        this(name, isShared, () -> Instant.ofEpochMilli(1_700_000_000_000L), () -> TimeUnit.SECONDS.toNanos(1), false);
    }

    private FakeClock(String name, boolean isShared, InstantSource wall, LongSupplier monotonic, boolean skipsPauses) {
        this.name = name;
        this.isShared = isShared;
        this.wall = wall;
        this.monotonic = monotonic;
        this.skipsPauses = skipsPauses;
    }

    /** Clocks that run as those of this machine. */
    public static FakeClock running() {
        MachineClock machine = MachineClock.system();
        return new FakeClock(machine.name() + " put forward", true, machine::wall, machine::nanos, false);
    }

    /**
     * Clocks of which the wall clock stands still, so that no date depends on how often a step is tried. The monotonic
     * clock runs as that of this machine, and jumps over each pause.
     */
    static FakeClock withoutPauses(Instant wall) {
        return new FakeClock("without pauses", false, () -> wall, MachineClock.system()::nanos, true);
    }

    /**
     * Lets time pass.
     *
     * @param time how much
     */
    public synchronized void pass(Duration time) {
        set(time);
        ahead = ahead.plus(time);
    }

    /**
     * Lets the time pass that is left until then. If it is past, nothing happens.
     *
     * @param time a time of the wall clock
     */
    public synchronized void passUntil(Instant time) {
        Duration left = Duration.between(wall(), time);
        if (!left.isNegative()) {
            pass(left);
        }
    }

    /**
     * Sets the wall clock alone.
     *
     * @param change how far; a negative one sets it back
     */
    public synchronized void set(Duration change) {
        wallAhead = wallAhead.plus(change);
    }

    @Override
    public Instant wall() {
        return wall.instant().plus(wallAhead);
    }

    @Override
    public long nanos() {
        return monotonic.getAsLong() + ahead.toNanos();
    }

    @Override
    public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
        long begun = nanos();
        while (!latch.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (nanos() - begun >= nanos) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean pause(CountDownLatch latch, long nanos) throws InterruptedException {
        if (!skipsPauses) {
            return await(latch, nanos);
        }
        synchronized (this) {
            ahead = ahead.plusNanos(nanos);
        }
        return latch.getCount() == 0;
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
