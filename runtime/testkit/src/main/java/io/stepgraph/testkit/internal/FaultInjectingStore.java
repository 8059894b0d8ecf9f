package io.stepgraph.testkit.internal;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store around whose calls something happens, such as a crash. */
public final class FaultInjectingStore implements Store {
    private final LateCalls late = new LateCalls();
    private final Store store;
    private final StoreCalls points;

    /**
     * A store around another one.
     *
     * @param store the store; this one closes it
     * @param points what happens around each call
     */
    public FaultInjectingStore(Store store, StoreCalls points) {
        this.store = store;
        this.points = points;
    }

    @Override
    public EffectStore effects() {
        return new FaultInjectingEffects(store.effects(), points, late);
    }

    @Override
    public RunLists lists() {
        return store.lists();
    }

    @Override
    public RunQueue queue() {
        RunQueue queue = store.queue();
        return new RunQueue() {
            @Override
            public boolean enqueue(NewRun run, QueueRequest request) {
                return points.call("enqueue", () -> queue.enqueue(run, request), late);
            }

            @Override
            public boolean fork(NewRun run, long source) {
                return points.call("fork", () -> queue.fork(run, source), late);
            }

            @Override
            public List<ClaimedRun> claim(ClaimRequest request) {
                return points.call("claim", () -> queue.claim(request), late);
            }

            @Override
            public List<Owner> owners() {
                return points.call("owners", queue::owners, late);
            }

            @Override
            public void forgiveCrashes(Owner owner, int crashes) {
                points.call(
                        "forgiveCrashes",
                        () -> {
                            queue.forgiveCrashes(owner, crashes);
                            return true;
                        },
                        late);
            }
        };
    }

    @Override
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return points.<@Nullable StoredRun>call("start", () -> store.start(run, leaseRequest), late);
    }

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return points.<@Nullable StoredRun>call("find", () -> store.find(key), late);
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        return points.<@Nullable RunHeader>call("standing", () -> store.summary(key), late);
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
        return points.<@Nullable StoredRun>call(
                request.answered() == null ? "acquire" : "acquireAnswered", () -> store.acquire(request), late);
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        return points.call("commit", () -> store.commit(lease, commit), late);
    }

    @Override
    public long renew(Lease lease) {
        return points.call("renew", () -> store.renew(lease), late);
    }

    @Override
    public void release(Lease lease) {
        points.call(
                "release",
                () -> {
                    store.release(lease);
                    return true;
                },
                late);
    }

    @Override
    public @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        return points.<@Nullable StoredRun>call(
                next == null ? "recordAnswer" : "answer", () -> store.answer(answer, next), late);
    }

    @Override
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        return points.call("refuse", () -> store.reopenQuestion(answered, answerSchema, dueIn, events), late);
    }

    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        return points.call("end", () -> store.end(seen, stopReason, events), late);
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        return points.call("expired", () -> store.expired(namespace, limit), late);
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        return points.call("control", () -> store.command(key, runNumber, command), late);
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        return points.call("reopen", () -> store.reopen(request), late);
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        return points.<@Nullable EventLog>call("events", () -> store.events(key, after, batches), late);
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return points.call("questions", () -> store.questions(key), late);
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return points.<@Nullable StoredThread>call("thread", () -> store.thread(key), late);
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        store.saveGraph(graph);
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return store.graph(name, fingerprint);
    }

    @Override
    public boolean delete(RunKey key) {
        return points.call("delete", () -> store.delete(key), late);
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        return points.call("deleteAll", () -> store.deleteAll(namespace, limit), late);
    }

    @Override
    public int countPrunable(String namespace, Instant endedBefore, int limit) {
        return points.call("countPrunable", () -> store.countPrunable(namespace, endedBefore, limit), late);
    }

    @Override
    public int prune(String namespace, Instant endedBefore, int limit) {
        return points.call("prune", () -> store.prune(namespace, endedBefore, limit), late);
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        return points.call("deleteMarked", () -> store.deleteMarked(namespace, age, by, limit), late);
    }

    @Override
    public ChangeNotifications changeNotifications(ChangeNotifications.Listener listener) {
        return store.changeNotifications(listener);
    }

    @Override
    public void close() {
        store.close();
    }
}
