package io.stepgraph.postgres;

import io.stepgraph.jdbc.ListReader;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.Answer;
import io.stepgraph.store.ChangeNotifications;
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
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in a schema of a Postgres database (version 14 or later), for many processes on many machines. Stored data
 * survives {@code kill -9} of this process and of the server, and a power cut: each transaction waits for the disk, for every
 * value of {@code synchronous_commit}. A failover to an asynchronous replica may lose the latest writes.
 *
 * <pre>{@code
 * try (Store store = PostgresStore.builder("jdbc:postgresql://db.example/agents")
 *         .user("agents")
 *         .password(password)
 *         .open()) { ... }
 * }</pre>
 *
 * <p>or, in a pool that the program has anyway, {@code PostgresStore.open(dataSource)}. Every document is stored as text, every
 * time as one of the server, to be read with {@code psql}. The schema is created by the first store that opens it.
 *
 * <p>A store notifies the other stores of the schema of its changes ({@code NOTIFY}), beside its commits and at most a few
 * times a second for one run; within milliseconds if a worker can claim the run then. A store with its own pool listens
 * while a call waits for other processes (V4); other stores, and stores behind a proxy that shares connections, see changes
 * a little later by polling.
 *
 * <p>Safe for use by many threads, each of which has a connection for the length of a call, and by many stores and processes
 * that open the same schema. Calls of virtual threads are made in platform threads, of which there are at most four more than
 * connections in the pool, since an interrupt would close the connection of a virtual thread; further ones wait as long as
 * the pool has calls wait for a connection. The size of a pool other than HikariCP is unknown: the store assumes 16
 * connections, and calls of virtual threads wait ten seconds.
 *
 * <p>The module brings the driver and a pool, HikariCP; a program that has a pool of its own passes its data source.
 */
public final class PostgresStore implements Store {
    private final PostgresSession session;
    private final @Nullable PostgresPool ownPool;
    private final PostgresStarts starts;
    private final PostgresRuns runs;
    private final PostgresAcquisitions acquisitions;
    private final PostgresCommits commits;
    private final PostgresAnswers answers;
    private final PostgresLogs logs;
    private final PostgresRemovals removals;
    private final PostgresEffects effects;
    private final PostgresQueue queue;
    private final RunLists lists;
    private final String channel;
    private final PostgresNotifier notifier;
    private final Set<PostgresListener> listeners = ConcurrentHashMap.newKeySet();

    PostgresStore(
            PostgresSession session, @Nullable PostgresPool ownPool, String schema, LongSupplier monotonicMillis) {
        this.session = session;
        this.ownPool = ownPool;
        this.starts = new PostgresStarts(session);
        this.runs = new PostgresRuns(session);
        this.acquisitions = new PostgresAcquisitions(session);
        SharedWrites writes = new SharedWrites(session);
        this.commits = new PostgresCommits(session, writes);
        this.answers = new PostgresAnswers(session);
        this.logs = new PostgresLogs(session);
        this.lists = new ListReader(PostgresLists.SQL, new PostgresLists(session));
        this.channel = NotifyChannel.channel(schema);
        this.notifier = new PostgresNotifier(session, channel);
        this.effects = new PostgresEffects(session, writes, notifier, new CallClock(monotonicMillis));
        this.removals = new PostgresRemovals(session, effects);
        this.queue = new PostgresQueue(session, starts, notifier);
    }

    /**
     * Opens a store in the schema {@code stepgraph}, with the connections of the program. Closing the store leaves them open.
     * A call waits ten seconds for the server's reply, unless a connection has a shorter network timeout, and two seconds for
     * a row that somebody holds, unless it has another {@code lock_timeout}. It waits as long for a connection as the pool lets
     * it: one warning is logged here if that may be more than five seconds (HikariCP's {@code connectionTimeout}), or if
     * the connections of the pool have no {@code socketTimeout} of ten seconds or less.
     *
     * @param connections where connections come from, best a pool; their transactions are read committed, as is usual. It
     *     must not return the connection of a transaction in progress: the store commits its writes
     * @return the store, to be closed after the runners that use it
     * @throws StepgraphException with {@link ErrorCode#INCOMPATIBLE_STORE} if this build cannot use the schema, which is left
     *     as it was
     * @throws StoreUnavailableException if the server cannot be reached
     */
    public static PostgresStore open(DataSource connections) {
        return open(connections, PostgresStoreBuilder.SCHEMA);
    }

    /**
     * Opens a store in a schema of any name, with the connections of the program.
     *
     * @param connections where connections come from
     * @param schema the schema; it is created if there is none
     * @see #open(DataSource)
     */
    public static PostgresStore open(DataSource connections, String schema) {
        return Objects.requireNonNull(PlatformThreads.once(() -> PostgresStoreBuilder.open(
                connections, null, schema, PostgresStoreBuilder.SOCKET_TIMEOUT, MachineClock.system()::monotonic)));
    }

    /**
     * Begins a store with a pool of connections of its own. Each names its timeouts to the server when it is made, in the
     * startup parameter {@code options}, which spares each write setting them for itself. PgBouncer refuses that parameter
     * unless it has {@code ignore_startup_parameters = options}.
     *
     * @param jdbcUrl the database, such as {@code jdbc:postgresql://host/database}, with any setting of the driver
     * @return a builder
     */
    public static PostgresStoreBuilder builder(String jdbcUrl) {
        return new PostgresStoreBuilder(jdbcUrl);
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
    public @Nullable StoredRun start(NewRun run, LeaseRequest leaseRequest) {
        return hinted(run.key(), starts.start(run, leaseRequest));
    }

    @Override
    public @Nullable StoredRun find(RunKey key) {
        return runs.find(key);
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) {
        return runs.summary(key);
    }

    @Override
    public @Nullable StoredRun acquire(AcquireRequest request) {
        return hinted(request.seen().key(), acquisitions.acquire(request));
    }

    @Override
    public CommitResult commit(Lease lease, Commit commit) {
        CommitResult result = commits.commit(lease, commit);
        notifier.changed(lease.key());
        return result;
    }

    @Override
    public long renew(Lease lease) {
        return runs.renew(lease);
    }

    @Override
    public void release(Lease lease) {
        runs.release(lease);
        notifier.claimable(lease.key());
    }

    @Override
    public @Nullable StoredRun answer(Answer answer, @Nullable Continuation next) {
        StoredRun answered = answers.answer(answer, next);
        if (next == null) {
            notifier.claimable(answer.key());
        } else {
            notifier.changed(answer.key());
        }
        return answered;
    }

    @Override
    public boolean reopenQuestion(StoredRun answered, Json answerSchema, @Nullable Duration dueIn, List<Json> events) {
        return hinted(answered.key(), answers.reopenQuestion(answered, answerSchema, dueIn, events));
    }

    @Override
    public boolean end(StoredRun seen, StopReason stopReason, List<Json> events) {
        return hinted(seen.key(), runs.end(seen, stopReason, events));
    }

    @Override
    public List<RunKey> expired(String namespace, int limit) {
        return runs.expired(namespace, limit);
    }

    @Override
    public RunHeader command(RunKey key, @Nullable Long runNumber, RunCommand command) {
        RunHeader changed = runs.command(key, runNumber, command);
        notifier.claimable(key);
        return changed;
    }

    @Override
    public boolean reopen(ReopenRequest request) {
        boolean isOpened = acquisitions.reopen(request);
        notifier.claimable(request.key());
        return isOpened;
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        return logs.events(key, after, batches);
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return answers.questions(key);
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return logs.thread(key);
    }

    @Override
    public void saveGraph(StoredGraph graph) {
        logs.saveGraph(graph);
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        return logs.graph(name, fingerprint);
    }

    @Override
    public boolean delete(RunKey key) {
        return hinted(key, removals.delete(key));
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
        Store.checkLimit(limit);
        return removals.deleteMarked(namespace, age, by, limit);
    }

    @Override
    public int deleteAll(String namespace, int limit) {
        Store.checkLimit(limit);
        return removals.deleteAll(namespace, limit);
    }

    private @Nullable StoredRun hinted(RunKey key, @Nullable StoredRun written) {
        notifier.changed(key);
        return written;
    }

    private boolean hinted(RunKey key, boolean written) {
        notifier.changed(key);
        return written;
    }

    /**
     * Hears what stores of this schema, in whichever process, send beside their commits ({@code LISTEN}), on a connection
     * of its own. A store in a pool of the program gives none, since that connection would be taken from the pool for good.
     */
    @Override
    public ChangeNotifications changeNotifications(ChangeNotifications.Listener listener) {
        if (ownPool == null) {
            return ChangeNotifications.NONE;
        }
        PostgresListener notifications = new PostgresListener(ownPool::connect, channel, listener, listeners);
        if (session.isClosed()) {
            // From now on, close() finds this listener among the others.
            notifications.close();
        }
        return notifications.begin();
    }

    /**
     * Closes the store; once is enough. Its own pool is closed, which cuts the calls in flight, and the program's is not. Its
     * hints end.
     */
    @Override
    public void close() {
        notifier.close();
        session.close();
        listeners.forEach(PostgresListener::close);
        if (ownPool != null) {
            ownPool.close();
        }
    }
}
