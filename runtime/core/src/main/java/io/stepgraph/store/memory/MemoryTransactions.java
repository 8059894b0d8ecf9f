package io.stepgraph.store.memory;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.MachineClock;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The transactions of a {@link MemoryStore}: one after the other under one lock, each at one moment. */
final class MemoryTransactions {
    private final ReentrantLock lock = new ReentrantLock();
    private final MachineClock clock;

    /** What the monotonic clock is added to, so that its times are near those of the wall clock. */
    private final Instant start;

    private boolean closed;

    MemoryTransactions(MachineClock clock) {
        this.clock = clock;
        this.start = clock.wall().minusMillis(clock.monotonic());
    }

    /**
     * Does one.
     *
     * @param work the work; it receives the moment
     * @throws StepgraphException with {@link ErrorCode#STORE_CLOSED} if the store is closed
     */
    <T extends @Nullable Object> T call(Function<Moment, T> work) {
        lock.lock();
        try {
            if (closed) {
                throw StoreUnavailableException.closed("The store is closed; open another one.");
            }
            return work.apply(new Moment(clock.wall(), start.plusMillis(clock.monotonic())));
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
