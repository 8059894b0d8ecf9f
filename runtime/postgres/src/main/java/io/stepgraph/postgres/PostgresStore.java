package io.stepgraph.postgres;

import io.stepgraph.jdbc.ListReader;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.LogStore;
import io.stepgraph.store.MachineClock;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.Store;
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
    private final PostgresRuns runs;
    private final PostgresLogs log;
    private final PostgresQueue queue;
    private final RunLists lists;
    private final PostgresEffects effects;
    private final PostgresRemovals removals;
    private final String channel;
    private final PostgresNotifier notifier;
    private final Set<PostgresListener> listeners = ConcurrentHashMap.newKeySet();

    PostgresStore(
            PostgresSession session, @Nullable PostgresPool ownPool, String schema, LongSupplier monotonicMillis) {
        this.session = session;
        this.ownPool = ownPool;
        this.channel = NotifyChannel.channel(schema);
        this.notifier = new PostgresNotifier(session, channel);
        PostgresStarts starts = new PostgresStarts(session);
        SharedWrites writes = new SharedWrites(session);
        this.runs = new PostgresRuns(session, starts, writes, notifier);
        this.log = new PostgresLogs(session);
        this.queue = new PostgresQueue(session, starts, notifier);
        this.lists = new ListReader(PostgresLists.SQL, new PostgresLists(session));
        this.effects = new PostgresEffects(session, writes, notifier, new CallClock(monotonicMillis));
        this.removals = new PostgresRemovals(session, effects, notifier);
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
    public RunStore runs() {
        return runs;
    }

    @Override
    public LogStore log() {
        return log;
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
    public EffectStore effects() {
        return effects;
    }

    @Override
    public RunRemovals removals() {
        return removals;
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
