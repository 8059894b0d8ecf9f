package io.stepgraph.runtime.testing;

import io.stepgraph.runtime.MachineClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A clock for tests: waiting moves it forward at once, and each wait is recorded. */
public final class FakeTime implements MachineClock {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong wallAhead = new AtomicLong();
    private final List<Duration> waits = Collections.synchronizedList(new ArrayList<>());
    private volatile Runnable onWait = () -> {};

    /** The length of each wait. */
    public List<Duration> waits() {
        return List.copyOf(waits);
    }

    /** An action while a thread waits. */
    public void onWait(Runnable action) {
        onWait = action;
    }

    public void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** Moves only the wall clock forward, as on a machine that was suspended; a negative time sets it back. */
    public void passOnTheWall(Duration time) {
        wallAhead.addAndGet(time.toNanos());
    }

    @Override
    public Instant wall() {
        return Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(nanos.get() + wallAhead.get()));
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public boolean await(CountDownLatch customEvent, long wait) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        waits.add(Duration.ofNanos(wait));
        onWait.run();
        if (customEvent.getCount() == 0) {
            return true;
        }
        nanos.addAndGet(Math.min(wait, Duration.ofDays(1).toNanos()));
        return false;
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public boolean isShared() {
        return true;
    }
}
