package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.MachineClock;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredGraph;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in the memory of this process, for tests and for runs that may die with it. Does all that a store on disk does,
 * except to be there after the process has ended.
 *
 * <p>Safe for use by many threads. A transaction is the work under the one lock.
 */
public final class MemoryStore implements Store {
    private final MemoryRows rows = new MemoryRows();
    private final MemoryThreads threads = new MemoryThreads();
    private final MemoryKeys keys = new MemoryKeys(rows);
    private final Map<List<String>, Json> graphs = new HashMap<>();
    private final MemoryTransactions transactions;
    private final MemoryEffects effects;
    private final MemoryQueue queue;
    private final MemoryLists lists;
    private final MemoryRemovals removals;
    private long lastRunNumber;

    /** A store by the clock of this machine. */
    public MemoryStore() {
        this(MachineClock.system());
    }

    /**
     * A store by the clocks of another machine, for tests.
     *
     * @param clock the clocks
     */
    public MemoryStore(MachineClock clock) {
        this.transactions = new MemoryTransactions(clock);
        this.effects = new MemoryEffects(transactions, rows, keys);
        this.queue = new MemoryQueue(transactions, rows, this::add);
        this.lists = new MemoryLists(transactions, rows);
        this.removals = new MemoryRemovals(transactions, rows, threads, keys);
    }

    @Override
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return transactions.call(now -> {
            if (rows.find(run.key()) != null) {
                return null;
            }
            return add(run, new MemoryStatus(leaseRequest, now), now).read(now);
        });
    }

    private MemoryRow add(NewRun run, MemoryStatus status, Moment now) {
        Json state = threads.enter(run);
        lastRunNumber++;
        MemoryRow row = new MemoryRow(run, state, status, lastRunNumber, now);
        rows.add(row);
        threads.started(row);
        return row;
    }

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return transactions.call(now -> rows.read(key, row -> row.read(now)));
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        return transactions.call(now -> rows.read(key, row -> row.summary(now)));
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
        request.check();
        return transactions.call(now -> {
            MemoryRow row = rows.find(request.seen().key());
            if (row == null || !row.canAcquire(request, now)) {
                return null;
            }
            threads.checkLast(row);
            return row.acquire(request, now);
        });
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        return transactions.call(now -> {
            MemoryRow row = rows.find(lease.key());
            if (row == null) {
                throw lease.lost(commit.revision(), null);
            }
            CommitResult result = row.commit(lease, commit, now);
            ended(row);
            return result;
        });
    }

    @Override
    public long renew(Lease lease) {
        return transactions.call(now -> rows.leased(lease, now).renew(lease, now));
    }

    @Override
    public EffectStore effects() {
        return effects;
    }

    @Override
    public RunQueue queue() {
        return queue;
    }

    @Override
    public RunLists lists() {
        return lists;
    }

    @Override
    public void release(Lease lease) {
        transactions.call(now -> rows.read(lease.key(), row -> {
            row.release(lease, now);
            return ended(row);
        }));
    }

    @Override
    public @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        answer.check(next);
        return transactions.call(now -> rows.existing(answer.key()).answer(answer, next, now));
    }

    @Override
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        answered.checkAnswered();
        return transactions.call(now -> {
            MemoryRow row = rows.find(answered.key());
            if (row == null || !row.read(now).isAs(answered)) {
                return false;
            }
            row.reopenQuestion(answerSchema, dueIn, events, now);
            return true;
        });
    }

    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        seen.checkEndable(stopReason);
        return transactions.call(now -> {
            MemoryRow row = rows.find(seen.key());
            StoredRun run = row == null ? null : row.read(now);
            if (row == null
                    || run == null
                    || !run.isAs(seen)
                    || run.commandVersion() != seen.commandVersion()
                    || run.isExecuted()) {
                return false;
            }
            row.end(stopReason, events, now);
            return ended(row) == row;
        });
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        Store.checkLimit(limit);
        return transactions.call(now -> rows.expired(namespace, limit, now));
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        return transactions.call(now -> {
            MemoryRow row = rows.existing(key);
            if (runNumber != null && row.runNumber != runNumber) {
                throw key.notFound();
            }
            row.command(command, now);
            return ended(row).summary(now);
        });
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        return transactions.call(now -> {
            MemoryRow row = rows.find(request.key());
            if (row == null || !row.canReopen(request)) {
                return false;
            }
            threads.checkLast(row);
            row.reopen(request.events(), now);
            return true;
        });
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        Store.checkLimit(batches);
        return transactions.call(now -> rows.read(key, row -> row.events(after, batches)));
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        List<StoredQuestion> asked = transactions.call(now -> rows.read(key, MemoryRow::questions));
        return asked == null ? List.of() : asked;
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return transactions.call(now -> threads.find(key));
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        transactions.call(now -> graphs.putIfAbsent(List.of(graph.name(), graph.fingerprint()), graph.json()));
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return transactions.call(now -> graphs.get(List.of(name, fingerprint)));
    }

    @Override
    public boolean delete(RunKey key) {
        return removals.delete(key);
    }

    @Override
    public int countPrunable(String namespace, Instant endedBefore, int limit) {
        return removals.countPrunable(namespace, endedBefore, limit);
    }

    @Override
    public int prune(String namespace, Instant endedBefore, int limit) {
        return removals.prune(namespace, endedBefore, limit);
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        return removals.deleteMarked(namespace, age, by, limit);
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        return removals.deleteAll(namespace, limit);
    }

    @Override
    public void close() {
        transactions.close(() -> {
            rows.clear();
            threads.clear();
            graphs.clear();
        });
    }

    /** Does what follows the end of a run, if it has ended. */
    private MemoryRow ended(MemoryRow row) {
        if (row.status.status().isEnd()) {
            threads.ended(row);
            row.dropValues();
        }
        return row;
    }
}
