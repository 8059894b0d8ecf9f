package io.stepgraph.runtime.store;

import io.stepgraph.runtime.StoreUnavailable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in the memory of this process, for tests and for runs that may die with it. Does all that a store on disk does,
 * except to be there after the process has ended.
 *
 * <p>Safe for use by many threads. A transaction is what is done under the one lock.
 */
public final class MemoryStore implements Store {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<RunKey, MemoryRow> rows = new HashMap<>();
    private final Map<ThreadKey, MemoryRow> lastRuns = new HashMap<>();
    private final Map<ThreadKey, StoredThread> threads = new HashMap<>();
    private final Clock clock;
    private Instant now = Instant.EPOCH;
    private long lastIncarnation;
    private boolean closed;

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
    public @Nullable RunRecord start(NewRun run, Claim claim) {
        return transaction(() -> {
            if (rows.containsKey(run.key())) {
                return null;
            }
            ThreadKey thread = thread(run.key(), run.thread());
            StoredThread left = thread == null ? null : threads.get(thread);
            if (thread != null) {
                checkFree(thread, run);
            }
            Checkpoint first =
                    left == null ? run.checkpoint() : run.checkpoint().withState(left.state());
            lastIncarnation++;
            MemoryRow row = new MemoryRow(run, first, claim, lastIncarnation, now);
            rows.put(run.key(), row);
            if (thread != null) {
                lastRuns.put(thread, row);
            }
            return row.read(now);
        });
    }

    private void checkFree(ThreadKey thread, NewRun run) {
        MemoryRow last = lastRuns.get(thread);
        if (last != null && !last.status().isEnd()) {
            throw thread.busy(last.key, last.status());
        }
        StoredThread left = threads.get(thread);
        if (left != null && !left.graph().equals(run.graph())) {
            throw thread.wrongGraph(left.graph(), run.graph());
        }
    }

    @Override
    public @Nullable RunRecord find(RunKey key) {
        return transaction(() -> {
            MemoryRow row = rows.get(key);
            return row == null ? null : row.read(now);
        });
    }

    @Override
    public @Nullable Standing standing(RunKey key) {
        return transaction(() -> {
            MemoryRow row = rows.get(key);
            return row == null ? null : row.standing(now);
        });
    }

    @Override
    public @Nullable RunRecord acquire(Acquisition acquisition) {
        acquisition.check();
        return transaction(() -> {
            MemoryRow row = rows.get(acquisition.seen().key());
            if (row == null || !row.isAs(acquisition.seen()) || !row.isToBeHad(acquisition.isOwnerDead(), now)) {
                return null;
            }
            ThreadKey thread = thread(row.key, row.thread);
            if (thread != null) {
                MemoryRow last = Objects.requireNonNull(lastRuns.get(thread));
                if (last != row) {
                    throw thread.goneOn(row.key, last.key);
                }
            }
            return row.acquire(acquisition, now);
        });
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        return present(transaction(() -> {
            MemoryRow row = rows.get(lease.key());
            if (row == null) {
                throw lease.lost(commit.revision(), null);
            }
            CommitResult result = row.commit(lease, commit, now);
            ended(row);
            return result;
        }));
    }

    @Override
    public long renew(Lease lease) {
        return present(transaction(() -> {
            MemoryRow row = rows.get(lease.key());
            if (row == null) {
                throw lease.lost(0, null);
            }
            return row.renew(lease, now);
        }));
    }

    @Override
    public void release(Lease lease) {
        transaction(() -> {
            MemoryRow row = rows.get(lease.key());
            if (row != null) {
                row.release(lease, now);
                ended(row);
            }
            return null;
        });
    }

    @Override
    public @Nullable RunRecord answer(Answer answer, Checkpoint next, Claim claim) {
        return transaction(() -> existing(answer.key()).answer(answer, next, claim, now));
    }

    @Override
    public void submit(Answer answer) {
        answer.checkSubmittable();
        transaction(() -> {
            existing(answer.key()).submit(answer, now);
            return null;
        });
    }

    @Override
    public @Nullable RunRecord takeUp(Acquisition acquisition, Checkpoint next) {
        acquisition.seen().checkAnswered();
        return transaction(() -> {
            MemoryRow row = rows.get(acquisition.seen().key());
            return row == null || !row.isAs(acquisition.seen()) ? null : row.takeUp(acquisition, next, now);
        });
    }

    @Override
    public boolean refuse(RunRecord answered, Json accepts, @Nullable Duration wakeIn, List<Json> events) {
        answered.checkAnswered();
        return present(transaction(() -> {
            MemoryRow row = rows.get(answered.key());
            if (row == null || !row.isAs(answered)) {
                return false;
            }
            row.refuse(accepts, wakeIn, events, now);
            return true;
        }));
    }

    @Override
    public boolean end(RunRecord seen, Rest rest, List<Json> events) {
        seen.checkEndable(rest);
        return present(transaction(() -> {
            MemoryRow row = rows.get(seen.key());
            if (row == null || !row.isAs(seen) || row.control() != seen.control() || row.isLeased(now)) {
                return false;
            }
            row.end(rest, events, now);
            ended(row);
            return true;
        }));
    }

    @Override
    public List<RunKey> expired(String scope, int limit) {
        Store.checkLimit(limit);
        return present(transaction(() -> rows.values().stream()
                .map(row -> row.read(now))
                .filter(run -> run.key().scope().equals(scope) && run.isLeaseOver())
                .sorted(Comparator.comparing(run -> Objects.requireNonNull(run.leaseUntil())))
                .limit(limit)
                .map(RunRecord::key)
                .toList()));
    }

    @Override
    public @Nullable RunRecord control(RunKey key, Control control) {
        return transaction(() -> {
            MemoryRow row = existing(key);
            row.control(control, now);
            ended(row);
            return row.isToBeRemoved() ? null : row.read(now);
        });
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        Store.checkLimit(batches);
        return transaction(() -> {
            MemoryRow row = rows.get(key);
            return row == null ? null : row.events(after, batches);
        });
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return present(transaction(() -> {
            MemoryRow row = rows.get(key);
            return row == null ? List.<StoredQuestion>of() : row.questions();
        }));
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return transaction(() -> threads.get(key));
    }

    @Override
    public boolean delete(RunKey key) {
        return present(transaction(() -> {
            MemoryRow row = rows.get(key);
            return row != null && row.status().isEnd() && rows.remove(key, row);
        }));
    }

    @Override
    public int prune(String scope, Instant endedBefore, int limit) {
        Store.checkLimit(limit);
        return present(transaction(() -> {
            List<MemoryRow> old = rows.values().stream()
                    .filter(row -> row.key.scope().equals(scope))
                    .filter(row -> row.endedAt() != null && row.endedAt().isBefore(endedBefore))
                    .sorted(Comparator.comparing(row -> Objects.requireNonNull(row.endedAt())))
                    .limit(limit)
                    .toList();
            old.forEach(row -> rows.remove(row.key));
            return old.size();
        }));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            rows.clear();
            lastRuns.clear();
            threads.clear();
        } finally {
            lock.unlock();
        }
    }

    /** A thread gets the state of its run when that ends, however it ends (L2); the run may not keep it (S3). */
    private void ended(MemoryRow row) {
        if (!row.status().isEnd()) {
            return;
        }
        ThreadKey thread = thread(row.key, row.thread);
        Json state = row.state();
        if (thread != null && state != null && lastRuns.get(thread) == row) {
            threads.put(thread, new StoredThread(row.graph, state, row.incarnation()));
        }
        row.dropValues();
        if (row.isToBeRemoved()) {
            rows.remove(row.key, row);
        }
    }

    private <T> @Nullable T transaction(Supplier<@Nullable T> work) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreUnavailable("The store is closed; open another one.");
            }
            Instant time = clock.instant();
            if (time.isAfter(now)) {
                now = time;
            }
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private MemoryRow existing(RunKey key) {
        MemoryRow row = rows.get(key);
        if (row == null) {
            throw key.notFound();
        }
        return row;
    }

    private static @Nullable ThreadKey thread(RunKey key, @Nullable String thread) {
        return thread == null ? null : new ThreadKey(key.scope(), thread);
    }

    private static <T> T present(@Nullable T result) {
        return Objects.requireNonNull(result);
    }
}
