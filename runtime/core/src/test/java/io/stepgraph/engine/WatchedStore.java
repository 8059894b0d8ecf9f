package io.stepgraph.engine;

import io.stepgraph.runtime.CorruptCheckpointException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.ClaimRequest;
import io.stepgraph.store.ClaimedRun;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Lease;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunEffect;
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
import io.stepgraph.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A store that writes down what it is asked, and fails, or lets something happen, on demand. */
public final class WatchedStore implements Store {
    private final Store store;
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final List<Commit> commits = Collections.synchronizedList(new ArrayList<>());
    private final List<EventLog> pages = Collections.synchronizedList(new ArrayList<>());
    private volatile UnaryOperator<Owner> owners = UnaryOperator.identity();
    private volatile Predicate<RunKey> damaged = key -> false;
    private volatile UnaryOperator<StoredRun> found = UnaryOperator.identity();
    private volatile Consumer<String> before = call -> {};
    private volatile Consumer<String> after = call -> {};

    public WatchedStore() {
        this(new MemoryStore());
    }

    public WatchedStore(Store store) {
        this.store = store;
    }

    /** The names of all calls so far. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** The calls that write. */
    public List<String> writes() {
        return calls().stream()
                .filter(call -> !Set.of("find", "standing", "effects").contains(call))
                .toList();
    }

    public List<Commit> commits() {
        return List.copyOf(commits);
    }

    /** The parts of logs that were read. */
    public List<EventLog> pages() {
        return List.copyOf(pages);
    }

    public void forget() {
        calls.clear();
        commits.clear();
        pages.clear();
    }

    /** An action before each call. If the action throws, the call is not made. */
    public WatchedStore before(Consumer<String> action) {
        before = action;
        return this;
    }

    /** An action after each call. If the action throws, the reply of the call is lost. */
    public WatchedStore after(Consumer<String> action) {
        after = action;
        return this;
    }

    /** Lets owners look to others as if they were somebody else. */
    public WatchedStore owners(UnaryOperator<Owner> disguise) {
        owners = disguise;
        return this;
    }

    /** Which runs cannot be read. */
    public WatchedStore damaged(Predicate<RunKey> which) {
        damaged = which;
        return this;
    }

    /** Lets runs that are found look otherwise. */
    public WatchedStore found(UnaryOperator<StoredRun> look) {
        found = look;
        return this;
    }

    @Override
    public EffectStore effects() {
        EffectStore ledger = store.effects();
        return new EffectStore() {
            @Override
            public EffectRecord begin(Lease lease, EffectStart start) {
                return watched("beginEffect", () -> ledger.begin(lease, start));
            }

            @Override
            public void end(Lease lease, List<EffectEnd> ends) {
                Boolean unused = watched("endEffect", () -> {
                    ledger.end(lease, ends);
                    return true;
                });
            }

            @Override
            public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
                return watched("resolveEffect", () -> ledger.resolve(key, resolution));
            }

            @Override
            public List<EffectRecord> find(RunKey key) {
                return watched("effects", () -> ledger.find(key));
            }

            @Override
            public List<EffectRecord> findInDoubt(RunKey key) {
                return watched("effects", () -> ledger.findInDoubt(key));
            }

            @Override
            public List<RunEffect> findInDoubt(String namespace, int limit) {
                return watched("effectsInDoubt", () -> ledger.findInDoubt(namespace, limit));
            }

            @Override
            public int pruneKeys(String namespace, Instant calledBefore, int limit) {
                return watched("pruneKeys", () -> ledger.pruneKeys(namespace, calledBefore, limit));
            }

            @Override
            public int countPrunableKeys(String namespace, Instant calledBefore, int limit) {
                return watched("countPrunableKeys", () -> ledger.countPrunableKeys(namespace, calledBefore, limit));
            }
        };
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
                return watched("enqueue", () -> queue.enqueue(run, request));
            }

            @Override
            public boolean fork(NewRun run, long source) {
                return watched("fork", () -> queue.fork(run, source));
            }

            @Override
            public List<ClaimedRun> claim(ClaimRequest request) {
                return watched("claim", () -> queue.claim(request));
            }

            @Override
            public List<Owner> owners() {
                return watched("owners", queue::owners);
            }

            @Override
            public void forgiveCrashes(Owner owner, int crashes) {
                Boolean unused = watched("forgiveCrashes", () -> {
                    queue.forgiveCrashes(owners.apply(owner), crashes);
                    return true;
                });
            }
        };
    }

    @Override
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return watched("start", () -> store.start(run, disguised(leaseRequest)));
    }

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return watched("find", () -> {
            if (damaged.test(key)) {
                throw new CorruptCheckpointException("The row of " + key + " is damaged.");
            }
            StoredRun run = store.find(key);
            return run == null ? null : found.apply(run);
        });
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest wanted) {
        return watched(
                wanted.answered() == null ? "acquire" : "acquireAnswered", () -> store.acquire(disguised(wanted)));
    }

    @Override
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        return watched("refuse", () -> store.reopenQuestion(answered, answerSchema, dueIn, events));
    }

    private AcquireRequest disguised(AcquireRequest wanted) {
        return new AcquireRequest(
                wanted.seen(),
                disguised(wanted.leaseRequest()),
                wanted.isOwnerDead(),
                wanted.answered(),
                wanted.events());
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        return watched("commit", () -> {
            CommitResult result = store.commit(lease, commit);
            if (result == CommitResult.STORED) {
                commits.add(commit);
            }
            return result;
        });
    }

    @Override
    public void release(Lease lease) {
        watched("release", () -> {
            store.release(lease);
            return null;
        });
    }

    @Override
    public @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        Continuation disguised =
                next == null ? null : new Continuation(next.checkpoint(), disguised(next.leaseRequest()));
        return watched(next == null ? "recordAnswer" : "answer", () -> store.answer(answer, disguised));
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        return watched("expired", () -> store.expired(namespace, limit));
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        return watched("control", () -> store.command(key, runNumber, command));
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        return watched("reopen", () -> store.reopen(request));
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        return watched("standing", () -> store.summary(key));
    }

    @Override
    public long renew(Lease lease) {
        return watched("renew", () -> store.renew(lease));
    }

    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        return watched("end", () -> store.end(seen, stopReason, events));
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        return watched("events", () -> {
            EventLog page = store.events(key, after, batches);
            if (page != null) {
                pages.add(page);
            }
            return page;
        });
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return watched("questions", () -> store.questions(key));
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return watched("thread", () -> store.thread(key));
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        return watched("deleteAll", () -> store.deleteAll(namespace, limit));
    }

    @Override
    public int countPrunable(String namespace, Instant endedBefore, int limit) {
        return watched("countPrunable", () -> store.countPrunable(namespace, endedBefore, limit));
    }

    @Override
    public int prune(String namespace, Instant endedBefore, int limit) {
        return watched("prune", () -> store.prune(namespace, endedBefore, limit));
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        return watched("deleteMarked", () -> store.deleteMarked(namespace, age, by, limit));
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        watched("saveGraph", () -> {
            store.saveGraph(graph);
            return null;
        });
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return store.graph(name, fingerprint);
    }

    @Override
    public boolean delete(RunKey key) {
        return watched("delete", () -> store.delete(key));
    }

    @Override
    public void close() {
        store.close();
    }

    private LeaseRequest disguised(LeaseRequest leaseRequest) {
        return new LeaseRequest(owners.apply(leaseRequest.owner()), leaseRequest.lease(), leaseRequest.countsCrash());
    }

    private <T> T watched(String name, Supplier<T> call) {
        calls.add(name);
        before.accept(name);
        T result = call.get();
        after.accept(name);
        return result;
    }
}
