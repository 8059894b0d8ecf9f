package io.stepgraph.internal.lease;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Time;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.ChangeNotifications;
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
import io.stepgraph.store.NamespaceRuns;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.Owner;
import io.stepgraph.store.OwnerRuns;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunEffect;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoreLoad;
import io.stepgraph.store.StoredCheckpoint;
import io.stepgraph.store.StoredGraph;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store as a runner calls it. No call sees an interrupt, which is for user code and for waits (R9). A call that finds the
 * store unavailable is sent again, with growing pauses, up to the end that was given (R11); by default it is sent once. Each
 * write from outside a run notifies the subscribers of the run in this process (V4).
 */
public final class StoreRetry implements Store {
    private static final long FIRST_PAUSE = 20_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;

    private final Store store;
    private final Time time;
    private final LocalRuns localRuns;
    private final LongSupplier end;
    private final boolean yieldsToInterrupt;
    private final RunQueue queue = new Queue();
    private final RunLists lists = new Lists();
    private final EffectStore effects = new Effects();

    StoreRetry(Store store, Time time, LocalRuns localRuns) {
        this(store, time, localRuns, time::nanos, false);
    }

    private StoreRetry(Store store, Time time, LocalRuns localRuns, LongSupplier end, boolean yieldsToInterrupt) {
        this.store = store;
        this.time = time;
        this.localRuns = localRuns;
        this.end = end;
        this.yieldsToInterrupt = yieldsToInterrupt;
    }

    /** The same store for an owner, whose calls are sent again until its lease is over, in nanoseconds of the runner's time. */
    StoreRetry until(LongSupplier leaseEnd) {
        return new StoreRetry(store, time, localRuns, leaseEnd, false);
    }

    /** The same store for a reader, whose calls are sent again for this long, or until its thread is interrupted. */
    public StoreRetry patientFor(Duration patience) {
        return new StoreRetry(store, time, localRuns, () -> time.nanos() + Time.nanos(patience), true);
    }

    @Override
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return written(run.key(), () -> store.start(run, leaseRequest));
    }

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return answered(() -> store.find(key));
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        return answered(() -> store.summary(key));
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
        return written(request.seen().key(), () -> store.acquire(request));
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        return answered(() -> store.commit(lease, commit));
    }

    @Override
    public long renew(Lease lease) {
        return answered(() -> store.renew(lease));
    }

    @Override
    public void release(Lease lease) {
        sent(() -> store.release(lease));
        localRuns.subscriptions.onChange(lease.key());
    }

    @Override
    public @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        return written(answer.key(), () -> store.answer(answer, next));
    }

    @Override
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        return written(answered.key(), () -> store.reopenQuestion(answered, answerSchema, dueIn, events));
    }

    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        return written(seen.key(), () -> store.end(seen, stopReason, events));
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        return answered(() -> store.expired(namespace, limit));
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        return written(key, () -> store.command(key, runNumber, command));
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        return written(request.key(), () -> store.reopen(request));
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        return answered(() -> store.events(key, after, batches));
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return answered(() -> store.questions(key));
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return answered(() -> store.thread(key));
    }

    @Override
    public boolean delete(RunKey key) {
        return written(key, () -> store.delete(key));
    }

    @Override
    public int countPrunable(String namespace, Instant endedBefore, int limit) {
        return answered(() -> store.countPrunable(namespace, endedBefore, limit));
    }

    @Override
    public int prune(String namespace, Instant endedBefore, int limit) {
        return answered(() -> store.prune(namespace, endedBefore, limit));
    }

    @Override
    public int deleteMarked(String namespace, Duration age, @Nullable Owner by, int limit) {
        return answered(() -> store.deleteMarked(namespace, age, by, limit));
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        return answered(() -> store.deleteAll(namespace, limit));
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        sent(() -> store.saveGraph(graph));
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return answered(() -> store.graph(name, fingerprint));
    }

    @Override
    public ChangeNotifications changeNotifications(ChangeNotifications.Listener listener) {
        return store.changeNotifications(listener);
    }

    @Override
    public void close() {}

    @Override
    public RunQueue queue() {
        return queue;
    }

    @Override
    public RunLists lists() {
        return lists;
    }

    @Override
    public EffectStore effects() {
        return effects;
    }

    private final class Queue implements RunQueue {
        @Override
        public boolean enqueue(NewRun run, QueueRequest request) {
            return written(run.key(), () -> store.queue().enqueue(run, request));
        }

        @Override
        public boolean fork(NewRun run, long source) {
            return written(run.key(), () -> store.queue().fork(run, source));
        }

        @Override
        public List<ClaimedRun> claim(ClaimRequest request) {
            return answered(() -> store.queue().claim(request));
        }

        @Override
        public List<Owner> owners() {
            return answered(() -> store.queue().owners());
        }

        @Override
        public void forgiveCrashes(Owner owner, int crashes) {
            sent(() -> store.queue().forgiveCrashes(owner, crashes));
        }
    }

    private final class Lists implements RunLists {
        @Override
        public RunPage runs(String namespace, RunQuery query) {
            return answered(() -> store.lists().runs(namespace, query));
        }

        @Override
        public QuestionPage questions(String namespace, @Nullable RunCursor after, int limit) {
            return answered(() -> store.lists().questions(namespace, after, limit));
        }

        @Override
        public StoreLoad load(String namespace) {
            return answered(() -> store.lists().load(namespace));
        }

        @Override
        public long count(String namespace, Status status) {
            return answered(() -> store.lists().count(namespace, status));
        }

        @Override
        public List<OwnerRuns> owners(String namespace) {
            return answered(() -> store.lists().owners(namespace));
        }

        @Override
        public List<NamespaceRuns> namespaces(String after, int limit) {
            return answered(() -> store.lists().namespaces(after, limit));
        }

        @Override
        public List<StoredCheckpoint> checkpoints(RunKey run, long runNumber, long after, int limit) {
            return answered(() -> store.lists().checkpoints(run, runNumber, after, limit));
        }
    }

    private final class Effects implements EffectStore {
        @Override
        public EffectRecord begin(Lease lease, EffectStart start) {
            return answered(() -> store.effects().begin(lease, start));
        }

        @Override
        public void end(Lease lease, List<EffectEnd> ends) {
            sent(() -> store.effects().end(lease, ends));
        }

        @Override
        public @Nullable EffectRecord resolve(RunKey key, EffectResolution resolution) {
            return written(key, () -> store.effects().resolve(key, resolution));
        }

        @Override
        public List<EffectRecord> find(RunKey key) {
            return answered(() -> store.effects().find(key));
        }

        @Override
        public List<EffectRecord> findInDoubt(RunKey key) {
            return answered(() -> store.effects().findInDoubt(key));
        }

        @Override
        public List<RunEffect> findInDoubt(String namespace, int limit) {
            return answered(() -> store.effects().findInDoubt(namespace, limit));
        }

        @Override
        public int pruneKeys(String namespace, Instant calledBefore, int limit) {
            return answered(() -> store.effects().pruneKeys(namespace, calledBefore, limit));
        }

        @Override
        public int countPrunableKeys(String namespace, Instant calledBefore, int limit) {
            return answered(() -> store.effects().countPrunableKeys(namespace, calledBefore, limit));
        }
    }

    private <T extends @Nullable Object> T written(RunKey key, Supplier<T> write) {
        T result = answered(write);
        localRuns.subscriptions.onChange(key);
        return result;
    }

    private void sent(Runnable call) {
        answered(() -> {
            call.run();
            return true;
        });
    }

    private <T extends @Nullable Object> T answered(Supplier<T> call) {
        boolean interrupted = Thread.interrupted();
        try {
            return call.get();
        } catch (StoreUnavailableException silent) {
            long until = end.getAsLong();
            long pause = FIRST_PAUSE;
            while (true) {
                boolean isOver =
                        localRuns.isClosing() || time.nanos() - until >= 0 || (interrupted && yieldsToInterrupt);
                if (isOver || silent.code() == ErrorCode.STORE_CLOSED) {
                    throw silent;
                }
                try {
                    time.await(localRuns.closing(), pause);
                    pause = Math.min(2 * pause, LONGEST_PAUSE);
                } catch (InterruptedException again) {
                    interrupted = true;
                    continue;
                }
                try {
                    return call.get();
                } catch (StoreUnavailableException stillSilent) {
                    silent = stillSilent;
                } catch (RuntimeException refused) {
                    refused.addSuppressed(silent); // an earlier try may have been stored
                    throw refused;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
