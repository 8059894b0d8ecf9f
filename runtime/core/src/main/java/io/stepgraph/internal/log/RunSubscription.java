package io.stepgraph.internal.log;

import java.util.concurrent.CountDownLatch;

/**
 * A reader of a run, or a call that waits for it, as the threads that change the run see it. It holds no events: the
 * reader fetches them from the {@link EventOutbox} and from the store when it comes to them, so that no reader slows a
 * run and none costs memory (V2).
 */
public final class RunSubscription {
    private volatile CountDownLatch change = new CountDownLatch(1);
    private volatile boolean isClosed;
    private volatile boolean isOfFamily;

    /** Makes it hear also of the changes of runs that the run has called. */
    public void hearFamily() {
        isOfFamily = true;
    }

    /** Whether it hears of the changes of runs that the run has called. */
    boolean isOfFamily() {
        return isOfFamily;
    }

    /** The outbox or the store may hold something new. */
    public void changed() {
        change.countDown();
    }

    /** The latch that the next change opens. The reader asks for it before it looks, so that it misses nothing. */
    public CountDownLatch nextChange() {
        CountDownLatch next = new CountDownLatch(1);
        change = next;
        if (isClosed) {
            next.countDown();
        }
        return next;
    }

    /** Wakes the reader for good. */
    public void close() {
        isClosed = true;
        changed();
    }
}
