package io.stepgraph.runtime.store;

import io.stepgraph.runtime.StoreUnavailable;
import java.time.Clock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in the memory of this process, for tests and for runs that may die with it. Does all that a store on disk does,
 * except to be there after the process has ended.
 *
 * <p>Safe for use by many threads. A transaction is a change of one row under that row's monitor.
 */
public final class MemoryStore implements Store {
    private final ConcurrentMap<RunKey, MemoryRow> rows = new ConcurrentHashMap<>();
    private final AtomicLong lastIncarnation = new AtomicLong();
    private final AtomicLong lastMillis = new AtomicLong();
    private final Clock clock;
    private volatile boolean closed;

    /** A store by the clock of this machine. */
    public MemoryStore() {
        this(Clock.systemUTC());
    }

    /**
     * A store by a given clock, for tests.
     *
     * @param clock what the time is; if it goes back, the store's time stands still
     */
    public MemoryStore(Clock clock) {
        this.clock = clock;
    }

    @Override
    public @Nullable RunRecord start(NewRun run, Owner owner) {
        checkOpen();
        if (rows.containsKey(run.key())) {
            return null;
        }
        MemoryRow row = new MemoryRow(run, owner, lastIncarnation.incrementAndGet(), now());
        RunRecord started = row.read();
        return rows.putIfAbsent(run.key(), row) == null ? started : null;
    }

    @Override
    public @Nullable RunRecord find(RunKey key) {
        checkOpen();
        MemoryRow row = rows.get(key);
        if (row == null) {
            return null;
        }
        synchronized (row) {
            return row.isDeleted() ? null : row.read();
        }
    }

    @Override
    public @Nullable RunRecord acquire(RunRecord seen, Owner owner) {
        checkOpen();
        seen.checkAcquirable();
        MemoryRow row = rows.get(seen.key());
        if (row == null) {
            return null;
        }
        synchronized (row) {
            return row.isDeleted() ? null : row.acquire(seen, owner);
        }
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        checkOpen();
        MemoryRow row = rows.get(lease.key());
        if (row == null) {
            throw lease.lost(commit.revision(), null);
        }
        synchronized (row) {
            return row.commit(lease, commit);
        }
    }

    @Override
    public void release(Lease lease) {
        checkOpen();
        MemoryRow row = rows.get(lease.key());
        if (row != null) {
            synchronized (row) {
                row.release(lease);
            }
        }
    }

    @Override
    public @Nullable RunRecord answer(Answer answer, Owner owner) {
        checkOpen();
        MemoryRow row = existing(answer.key());
        synchronized (row) {
            checkNotDeleted(row, answer.key());
            return row.answer(answer, owner);
        }
    }

    @Override
    public RunRecord control(RunKey key, Control control) {
        checkOpen();
        MemoryRow row = existing(key);
        synchronized (row) {
            checkNotDeleted(row, key);
            return row.control(control);
        }
    }

    @Override
    public boolean delete(RunKey key) {
        checkOpen();
        MemoryRow row = rows.get(key);
        if (row == null) {
            return false;
        }
        synchronized (row) {
            return row.delete() && rows.remove(key, row);
        }
    }

    @Override
    public void close() {
        closed = true;
        rows.clear();
    }

    private void checkOpen() {
        if (closed) {
            throw new StoreUnavailable("The store is closed; open another one.");
        }
    }

    private long now() {
        return lastMillis.accumulateAndGet(clock.millis(), Math::max);
    }

    private MemoryRow existing(RunKey key) {
        MemoryRow row = rows.get(key);
        if (row == null) {
            throw key.notFound();
        }
        return row;
    }

    private static void checkNotDeleted(MemoryRow row, RunKey key) {
        if (row.isDeleted()) {
            throw key.notFound();
        }
    }
}
