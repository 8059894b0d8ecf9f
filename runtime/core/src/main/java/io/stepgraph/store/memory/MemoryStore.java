package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Horizon;
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
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in the memory of this process, for tests and for runs that may die with it. Does all that a store on disk does,
 * except to be there after the process has ended.
 *
 * <p>Safe for use by many threads. A transaction is the work under the one lock.
 */
public final class MemoryStore implements Store {
    private final MemoryTables tables;
    private final MemoryEffects effects;
    private final MemoryQueue queue;
    private final MemoryLists lists;

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
        this.tables = new MemoryTables(clock);
        this.effects = new MemoryEffects(tables);
        this.queue = new MemoryQueue(tables);
        this.lists = new MemoryLists(tables);
    }

    @Override
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return tables.call(now -> {
            if (tables.runs.containsKey(run.key())) {
                return null;
            }
            MemoryRun added = tables.add(run, now);
            added.execute(leaseRequest, now);
            return added.read(now);
        });
    }

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return tables.on(key, MemoryRun::read);
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        StoredRun run = find(key);
        return run == null ? null : run.summary();
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
        request.check();
        return tables.on(request.seen().key(), (run, now) -> {
            if (!run.canAcquire(request, now)) {
                return null;
            }
            tables.checkLast(run);
            return run.resume(request.checkpoint(), request.leaseRequest(), request.events(), now);
        });
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        return tables.call(now -> {
            MemoryRun run = tables.runs.get(lease.key());
            if (run == null) {
                throw lease.lost(commit.revision(), null);
            }
            CommitResult result = run.commit(lease, commit, now);
            tables.written(run);
            return result;
        });
    }

    @Override
    public long renew(Lease lease) {
        return tables.call(now -> tables.leased(lease, now).renew(lease, now));
    }

    @Override
    public void release(Lease lease) {
        tables.on(lease.key(), false, (run, now) -> {
            run.release(lease, now);
            tables.written(run);
            return true;
        });
    }

    @Override
    public @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        answer.check(next);
        return tables.call(now -> tables.existing(answer.key()).answer(answer, next, now));
    }

    @Override
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        answered.checkAnswered();
        return tables.on(answered.key(), false, (run, now) -> {
            boolean isUnchanged = run.read(now).isAs(answered);
            if (isUnchanged) {
                run.reopenQuestion(answerSchema, dueIn, events, now);
            }
            return isUnchanged;
        });
    }

    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        seen.checkEndable(stopReason);
        return tables.on(seen.key(), false, (run, now) -> {
            StoredRun read = run.read(now);
            if (!read.isAs(seen) || read.commandVersion() != seen.commandVersion() || read.isExecuted()) {
                return false;
            }
            run.end(stopReason, events, now);
            tables.written(run);
            return true;
        });
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> tables.in(namespace)
                .map(run -> run.read(now))
                .filter(StoredRun::isLeaseOver)
                .sorted(Comparator.comparing(run -> Objects.requireNonNull(run.leaseUntil())))
                .limit(limit)
                .map(StoredRun::key)
                .toList());
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        return tables.call(now -> {
            MemoryRun run = tables.existing(key);
            if (runNumber != null && run.runNumber != runNumber) {
                throw key.notFound();
            }
            run.command(command, now);
            tables.written(run);
            return run.read(now).summary();
        });
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        return tables.on(request.key(), false, (run, now) -> {
            if (!run.canReopen(request)) {
                return false;
            }
            tables.checkLast(run);
            run.reopen(request.events(), now);
            return true;
        });
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        Store.checkLimit(batches);
        return tables.on(key, (run, now) -> run.events(after, batches));
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return tables.on(key, List.of(), (run, now) -> run.questions());
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return tables.call(now -> tables.threads.get(key));
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        tables.call(now -> tables.graphs.putIfAbsent(List.of(graph.name(), graph.fingerprint()), graph.json()));
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return tables.call(now -> tables.graphs.get(List.of(name, fingerprint)));
    }

    @Override
    public boolean delete(RunKey key) {
        return tables.on(key, false, (run, now) -> {
            if (!run.status.isEnd()) {
                return false;
            }
            key.checkNoneInDoubt(run.effects.inDoubt(now.monotonic()));
            return tables.runs.remove(key, run);
        });
    }

    @Override
    public int prune(String namespace, Instant endedBefore, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> delete(prunable(namespace, endedBefore, limit, now)));
    }

    @Override
    public int countPrunable(String namespace, Instant endedBefore, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> prunable(namespace, endedBefore, limit, now).size());
    }

    private List<MemoryRun> prunable(String namespace, Instant endedBefore, int limit, Moment now) {
        return ended(
                namespace, run -> run.read(now).isMarked() || run.changed.wall().isBefore(endedBefore), limit, now);
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> {
            Instant endedBy = now.monotonic().minus(Horizon.within(age));
            return delete(ended(
                    namespace,
                    run -> run.read(now).isMarked()
                            && (!run.changed.monotonic().isAfter(endedBy) || (by != null && by.equals(run.endedBy))),
                    limit,
                    now));
        });
    }

    /** Runs that have ended without an effect in doubt, the oldest first. */
    private List<MemoryRun> ended(String namespace, Predicate<MemoryRun> which, int limit, Moment now) {
        return tables.in(namespace)
                .filter(run -> run.status.isEnd()
                        && which.test(run)
                        && run.effects.inDoubt(now.monotonic()).isEmpty())
                .sorted(Comparator.comparing(run -> run.changed.wall()))
                .limit(limit)
                .toList();
    }

    private int delete(List<MemoryRun> gone) {
        gone.forEach(run -> tables.runs.remove(run.key));
        return gone.size();
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        Store.checkLimit(limit);
        return tables.call(now -> {
            int gone = delete(tables.in(namespace).limit(limit).toList());
            if (gone == 0) {
                tables.threads.keySet().removeIf(thread -> thread.namespace().equals(namespace));
                tables.lastRuns.keySet().removeIf(thread -> thread.namespace().equals(namespace));
                effects.deleteKeys(namespace, now);
            }
            return gone;
        });
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
    public void close() {
        tables.close();
    }
}
