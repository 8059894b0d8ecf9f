package io.stepgraph.testkit;

import io.stepgraph.engine.store.MachineClock;
import java.time.Duration;
import java.time.Instant;

/** The clocks of this machine, which can be put forward. Safe for use by many threads. */
final class ShiftedClock implements MachineClock {
    private final MachineClock machine = MachineClock.system();
    private volatile Duration ahead = Duration.ZERO;

    synchronized void pass(Duration time) {
        ahead = ahead.plus(time);
    }

    @Override
    public Instant wall() {
        return machine.wall().plus(ahead);
    }

    @Override
    public long monotonic() {
        return machine.monotonic() + ahead.toMillis();
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
