package io.stepgraph.runtime.execute;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * One reader of one run, as the threads that execute the run see it. It holds no events: the reader fetches them from the
 * {@link EventOutbox} and from the store when it comes to them, so that no reader slows a run and none costs memory (V2).
 */
final class RunSubscription {
    private volatile CountDownLatch change = new CountDownLatch(1);
    private volatile boolean isClosed;
    private volatile boolean isEnding;
    private volatile @Nullable LastWords lastWords;
    private volatile long reached;

    /** The outbox or the store may hold something new. */
    void changed() {
        change.countDown();
    }

    /** The latch that the next change opens. The reader asks for it before it looks, so that it misses nothing. */
    CountDownLatch nextChange() {
        CountDownLatch next = new CountDownLatch(1);
        change = next;
        if (isClosed) {
            next.countDown();
        }
        return next;
    }

    /** Wakes the reader for good. */
    void close() {
        isClosed = true;
        changed();
    }

    /** The reader has read the log up to here. */
    void reached(long event) {
        reached = event;
    }

    /** How far the reader has read the log. */
    long reached() {
        return reached;
    }

    /** The end of the run is being written, and removes it: what is left to read comes with {@link #ended}. */
    void ends() {
        isEnding = true;
    }

    /** What came of {@link #ends}: the last words; null if it was not written. */
    void ended(@Nullable LastWords words) {
        lastWords = words;
        isEnding = false;
        changed();
    }

    /** Whether the end is being written: the run may be gone, and its last words not yet here. */
    boolean isEnding() {
        return isEnding;
    }

    /** What there was to read when the run was removed; null if there is nothing. */
    @Nullable LastWords lastWords() {
        return lastWords;
    }
}
