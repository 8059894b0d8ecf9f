package io.stepgraph.runtime.testing;

import io.stepgraph.runtime.MachineClock;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;

/** The clocks of another one, for tests that change a part of them. */
public class OtherClock implements MachineClock {
    private final MachineClock clock;

    public OtherClock(MachineClock clock) {
        this.clock = clock;
    }

    @Override
    public Instant wall() {
        return clock.wall();
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
        return clock.await(latch, nanos);
    }

    @Override
    public String name() {
        return clock.name();
    }

    @Override
    public boolean isShared() {
        return clock.isShared();
    }
}
