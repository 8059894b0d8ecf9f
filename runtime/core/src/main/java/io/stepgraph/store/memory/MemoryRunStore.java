package io.stepgraph.store.memory;

import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewCall;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The runs of a {@link MemoryStore}: each write finds its run, and lets it make the transition. */
final class MemoryRunStore implements RunStore {
    private final MemoryTables tables;

    MemoryRunStore(MemoryTables tables) {
        this.tables = tables;
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
        return tables.on(key, MemoryRun::summary);
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
        request.check();
        return tables.on(request.seen().key(), (run, now) -> {
            if (!run.canAcquire(request, now)) {
                return null;
            }
            tables.checkLast(run);
            return run.acquire(request, now);
        });
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        return tables.call(now -> {
            MemoryRun run = tables.runs.get(lease.key());
            if (run == null) {
                return commit.notWritten(lease, null);
            }
            NewCall call = run.canCommit(lease, commit, now) ? commit.result().call() : null;
            if (call != null) {
                tables.checkCall(run, call);
            }
            CommitResult result = run.commit(lease, commit, now);
            if (call != null) {
                tables.addChildren(run, call, commit.result().due(), now);
            }
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
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Due dueIn, List<Json> events) {
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
            run.family().forEach(tables::written);
            return run.summary(now);
        });
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        return tables.on(request.key(), false, (run, now) -> {
            if (!run.canReopen(request)) {
                return false;
            }
            if (run.calledIn != null && !run.calledIn.isAwaited()) {
                throw request.key().callHasEnded(run.calledIn.caller.key.id());
            }
            tables.checkLast(run);
            run.reopen(request.events(), request.by(), request.callDue(), now);
            return true;
        });
    }

    @Override
    public @Nullable List<RunKey> stopCalled(StoredRun caller, RunCommand.Stop stop) {
        return tables.on(caller.key(), (run, now) -> {
            if (!run.read(now).isAs(caller) || !(run.stopReason instanceof StopReason.Called)) {
                return null;
            }
            run.forgetDue();
            run.commandDescendants(stop, now);
            return run.descendants()
                    .filter(descendant -> descendant.summary(now).isExecuted())
                    .map(descendant -> descendant.key)
                    .toList();
        });
    }
}
