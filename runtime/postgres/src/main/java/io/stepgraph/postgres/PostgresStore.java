package io.stepgraph.postgres;

import io.stepgraph.jdbc.CallReader;
import io.stepgraph.jdbc.ListReader;
import io.stepgraph.jdbc.Logs;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.CallStore;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.LogStore;
import io.stepgraph.store.MessageStore;
import io.stepgraph.store.NoticeStore;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.Store;
import java.sql.Connection;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in a schema of a Postgres database (version 14 or later), for many processes on many machines. Stored data
 * survives {@code kill -9} of this process and of the server, and a power cut: each transaction waits for the disk, for
 * every value of {@code synchronous_commit}. A failover to an asynchronous replica may lose the latest writes.
 *
 * <pre>{@code
 * try (Store store = PostgresStore.builder("jdbc:postgresql://db.example/agents")
 *         .user("agents")
 *         .password(password)
 *         .open()) { ... }
 * }</pre>
 *
 * <p>or, in a pool that the program has anyway, {@code PostgresStore.open(dataSource)}. Every document is stored as
 * text, every time as one of the server, to be read with {@code psql}. The schema is created by the first store that
 * opens it.
 *
 * <p>A store notifies the other stores of the schema of its changes ({@code NOTIFY}), beside its commits and at most a
 * few times a second for one run; within milliseconds if a worker can claim the run then. A store with its own pool
 * listens while a call waits for other processes (V4); other stores, and stores behind a proxy that shares connections,
 * see changes a little later by polling.
 *
 * <p>Safe for use by many threads, each of which has a connection for the length of a call, and by many stores and
 * processes that open the same schema. Calls of virtual threads are made in platform threads, of which there are at
 * most four more than connections in the pool, since an interrupt would close the connection of a virtual thread;
 * further ones wait as long as the pool has calls wait for a connection. The size of a pool other than HikariCP is
 * unknown: the store assumes 16 connections, and calls of virtual threads wait ten seconds.
 *
 * <p>The module brings the driver and a pool, HikariCP; a program that has a pool of its own passes its data source.
 */
public final class PostgresStore implements Store {
    private final PostgresSession session;
    private final @Nullable PostgresPool ownPool;
    private final PostgresListener.@Nullable Connector listening;
    private final JoinedTransactions transactions;
    private final PostgresRuns runs;
    private final LogStore log;
    private final PostgresQueue queue;
    private final RunLists lists;
    private final PostgresEffects effects;
    private final MessageStore messages;
    private final RunRemovals removals;
    private final CallStore calls;
    private final NoticeStore notices;
    private final String channel;
    private final @Nullable PostgresNotifier notifier;
    private final Set<PostgresListener> listeners = ConcurrentHashMap.newKeySet();

    /**
     * A store.
     *
     * @param ownPool the pool that the store closes; null if the connections are the program's
     * @param listening makes the connections that hear hints; null to hear none
     */
    PostgresStore(
            PostgresSession session,
            @Nullable PostgresPool ownPool,
            PostgresListener.@Nullable Connector listening,
            JoinedTransactions transactions,
            String channel,
            Hints hints) {
        this.session = session;
        this.ownPool = ownPool;
        this.listening = listening;
        this.transactions = transactions;
        this.channel = channel;
        this.notifier = hints instanceof PostgresNotifier own ? own : null;
        PostgresStarts starts = new PostgresStarts(session);
        SharedWrites writes = new SharedWrites(session);
        this.runs = new PostgresRuns(session, starts, writes, transactions, hints);
        this.log = new Logs(session, PostgresSql.FIND_EVENTS);
        this.queue = new PostgresQueue(session, starts, hints);
        this.lists = new ListReader(PostgresSql.LISTS, session);
        this.effects = new PostgresEffects(session, writes, hints);
        this.messages = new PostgresMessages(session, hints);
        this.calls = new CallReader(PostgresSql.LISTS, PostgresSql.CALLS, session);
        this.notices = new PostgresNotices(session);
        this.removals = new PostgresRemovals(session, effects, hints);
    }

    /**
     * Opens a store in the schema {@code stepgraph}, with the connections of the program. Closing the store leaves them
     * open. A call waits ten seconds for the server's reply, unless a connection has a shorter network timeout, and two
     * seconds for a row that somebody holds, unless it has another {@code lock_timeout}. It waits as long for a
     * connection as the pool lets it: one warning is logged here if that may be more than five seconds (HikariCP's
     * {@code connectionTimeout}), or if the connections of the pool have no {@code socketTimeout} of ten seconds or
     * less.
     *
     * @param connections where connections come from, best a pool; their transactions are read committed, as is usual.
     *     It must not return the connection of a transaction in progress, since the store commits its writes; {@link
     *     PostgresStoreBuilder#transactions} is the way to take part in one
     * @return the store, to be closed after the runners that use it
     * @throws StepgraphException with {@link ErrorCode#INCOMPATIBLE_STORE} if this build cannot use the schema, which
     *     is left as it was
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
        return builder(connections).schema(schema).open();
    }

    /**
     * Begins a store with the connections of the program, which it leaves open.
     *
     * @param connections where connections come from
     * @return a builder, which takes no settings of a pool
     * @see #open(DataSource)
     */
    public static PostgresStoreBuilder builder(DataSource connections) {
        return new PostgresStoreBuilder(connections);
    }

    /**
     * Begins a store with a pool of connections of its own. Each names its timeouts to the server when it is made, in
     * the startup parameter {@code options}, which spares each write setting them for itself. PgBouncer refuses that
     * parameter unless it has {@code ignore_startup_parameters = options}.
     *
     * @param jdbcUrl the database, such as {@code jdbc:postgresql://host/database}, with any setting of the driver
     * @return a builder
     */
    public static PostgresStoreBuilder builder(String jdbcUrl) {
        return new PostgresStoreBuilder(jdbcUrl);
    }

    /**
     * Makes calls in a transaction that the program has begun (T1): starts with {@code enqueue}, answers in JSON,
     * messages, cancels and modes become durable when the program commits, and are undone when it rolls back. Calls
     * that execute steps are refused with {@link ErrorCode#IN_TRANSACTION}. A changed row stays locked until the
     * transaction ends, so make these calls last.
     *
     * <pre>{@code
     * connection.setAutoCommit(false);
     * insertOrder(connection, order);
     * store.within(connection, () -> runs.enqueue("order-" + order.id(), order));
     * connection.commit();
     * }</pre>
     *
     * @param transaction a connection to the database of this store, in a transaction
     * @param calls calls of runners on this store, made by this thread
     * @throws IllegalArgumentException from the first call, if the connection commits each statement
     */
    public void within(Connection transaction, Runnable calls) {
        transactions.within(Objects.requireNonNull(transaction, "transaction"), Objects.requireNonNull(calls, "calls"));
    }

    @Override
    public @Nullable Store joined() {
        Connection transaction = transactions.current();
        if (transaction == null) {
            return null;
        }
        PostgresSession joined = session.joining(transaction);
        return new PostgresStore(joined, null, null, transactions, channel, new HintsWithCommit(joined, channel));
    }

    /**
     * A commit executes the program's work in its transaction, so it can change any table of the database that its user
     * may change.
     */
    @Override
    public boolean isTransactional() {
        return true;
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
    public MessageStore messages() {
        return messages;
    }

    @Override
    public NoticeStore notices() {
        return notices;
    }

    @Override
    public CallStore calls() {
        return calls;
    }

    @Override
    public RunRemovals removals() {
        return removals;
    }

    /**
     * Hears what stores of this schema, in whichever process, send beside their commits ({@code LISTEN}), on a
     * connection of its own. A store in a pool of the program gives none unless {@link PostgresStoreBuilder#listenOn}
     * is set, since that connection would be taken from the pool for good.
     */
    @Override
    public ChangeNotifications changeNotifications(ChangeNotifications.Listener listener) {
        if (listening == null || notifier == null) {
            return ChangeNotifications.NONE;
        }
        PostgresListener notifications = new PostgresListener(listening, channel, notifier, listener, listeners);
        if (session.isClosed()) {
            // From now on, close() finds this listener among the others.
            notifications.close();
        }
        return notifications.begin();
    }

    /**
     * Closes the store; once is enough. Its own pool is closed, which cuts the calls in flight, and the program's is
     * not. Its hints end.
     */
    @Override
    public void close() {
        if (notifier != null) {
            notifier.close();
        }
        session.close();
        listeners.forEach(PostgresListener::close);
        if (ownPool != null) {
            ownPool.close();
        }
    }
}
