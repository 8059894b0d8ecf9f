package io.stepgraph.runtime.execute;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one stream hears of a run that this runner executes, until it is read: bounded. What has no room is dropped, since the
 * stream finds it in the store. Only the stream that executes the run lets it wait before, and not for long (V2): a reader
 * that is gone must not hold a run.
 */
final class LiveBuffer {
    private static final int CAPACITY = 256;
    private static final long CAPACITY_BYTES = 4 << 20;

    /** How long a run waits for its reader, all in all, in nanoseconds. */
    private static final long PATIENCE = 10_000_000_000L;

    private final Deque<LiveEvent> events = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hasRoom = lock.newCondition();
    private final Time time;
    private @Nullable Thread patient;
    private long bytes;
    private boolean isLetGo;
    private boolean isClosed;
    private boolean isEnding;
    private @Nullable LastWords lastWords;
    private volatile long reached;
    private CountDownLatch wake = new CountDownLatch(1);

    // How long threads of the run have waited up to a time, and how many wait since.
    private long waited;
    private long waitedAt;
    private int waiting;

    LiveBuffer(Time time) {
        this.time = time;
    }

    /** What this thread executes waits for the reader from here on, rather than go on unheard. */
    void letWait(Thread executing) {
        lock.lock();
        try {
            patient = isLetGo ? null : executing;
        } finally {
            lock.unlock();
        }
    }

    /** Whether what this thread executes waits for the reader. */
    boolean letsWait(Thread executing) {
        lock.lock();
        try {
            return executing == patient;
        } finally {
            lock.unlock();
        }
    }

    /** For how long it has, in nanoseconds. */
    long waited() {
        lock.lock();
        try {
            countWaiting();
            return waited;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Something happens in the run. Called by the threads of its steps.
     *
     * @param mayWait whether this stream executes the run
     */
    void add(LiveEvent event, boolean mayWait) {
        lock.lock();
        try {
            if (mayWait) {
                awaitReader();
            }
            if (!isClosed && !isFull()) {
                events.add(event);
                bytes += event.bytes();
                wake.countDown();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull() {
        return events.size() == CAPACITY || bytes >= CAPACITY_BYTES;
    }

    private void awaitReader() throws InterruptedException {
        countWaiting();
        waiting++;
        try {
            long left = PATIENCE - waited;
            while (patient != null && !isClosed && isFull()) {
                if (left <= 0) {
                    patient = null;
                } else {
                    left = hasRoom.awaitNanos(left);
                }
            }
        } finally {
            countWaiting();
            waiting--;
        }
    }

    private void countWaiting() {
        long now = time.nanos();
        waited += waiting > 0 ? now - waitedAt : 0;
        waitedAt = now;
    }

    /** The next that happened; null if none is here. It stays until it is removed. */
    @Nullable LiveEvent peek() {
        lock.lock();
        try {
            return events.peek();
        } finally {
            lock.unlock();
        }
    }

    /** Removes what was looked at. */
    void remove() {
        lock.lock();
        try {
            LiveEvent read = events.poll();
            bytes -= read == null ? 0 : read.bytes();
            hasRoom.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** There may be something new in the store. */
    void changed() {
        lock.lock();
        try {
            wake.countDown();
        } finally {
            lock.unlock();
        }
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
        lock.lock();
        try {
            isEnding = true;
        } finally {
            lock.unlock();
        }
    }

    /** What came of {@link #ends}: the last words; null if it was not written. */
    void ended(@Nullable LastWords words) {
        lock.lock();
        try {
            isEnding = false;
            lastWords = words;
            wake.countDown();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the end is being written: the run may be gone, and its last words not yet here. */
    boolean isEnding() {
        lock.lock();
        try {
            return isEnding;
        } finally {
            lock.unlock();
        }
    }

    /** What there was to read when the run was removed; null if there is nothing. */
    @Nullable LastWords lastWords() {
        lock.lock();
        try {
            return lastWords;
        } finally {
            lock.unlock();
        }
    }

    /** The run no longer waits for its reader. */
    void letGo() {
        lock.lock();
        try {
            isLetGo = true;
            patient = null;
            hasRoom.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is kept any more. */
    void close() {
        lock.lock();
        try {
            isClosed = true;
            events.clear();
            bytes = 0;
            hasRoom.signalAll();
            wake.countDown();
        } finally {
            lock.unlock();
        }
    }

    /** What comes when something happens from now on. Asked for before the store is read, so that nothing is missed. */
    CountDownLatch nextChange() {
        lock.lock();
        try {
            wake = new CountDownLatch(isClosed || !events.isEmpty() ? 0 : 1);
            return wake;
        } finally {
            lock.unlock();
        }
    }
}
