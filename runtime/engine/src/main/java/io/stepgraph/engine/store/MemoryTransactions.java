package io.stepgraph.engine.store;

import io.stepgraph.runtime.StoreClosedException;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The transactions of a {@link MemoryStore}: one after the other under one lock, each at one time, which never goes back. */
final class MemoryTransactions {
    private final ReentrantLock lock = new ReentrantLock();
    private final Clock clock;
    private Instant now = Instant.EPOCH;
    private boolean closed;

    MemoryTransactions(Clock clock) {
        this.clock = clock;
    }

    /**
     * Does one.
     *
     * @param work the work; it receives the time
     * @throws StoreClosedException if the store is closed
     */
    <T extends @Nullable Object> T call(Function<Instant, T> work) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreClosedException("The store is closed; open another one.");
            }
            Instant time = clock.instant();
            if (time.isAfter(now)) {
                now = time;
            }
            return work.apply(now);
        } finally {
            lock.unlock();
        }
    }

    /** Does the last one. */
    void close(Runnable work) {
        lock.lock();
        try {
            closed = true;
            work.run();
        } finally {
            lock.unlock();
        }
    }
}
