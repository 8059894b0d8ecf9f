package io.stepgraph.postgres;

import io.stepgraph.jdbc.WorkTurns;
import io.stepgraph.runtime.MachineClock;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Configures a {@link PostgresStore}, with a pool of connections of its own or that of the program. Not safe for use by
 * many threads.
 */
public final class PostgresStoreBuilder {
    static final String SCHEMA = "stepgraph";
    static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);
    static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(10);
    private static final int LONGEST_NAME = 63;

    private final @Nullable String jdbcUrl;
    private final @Nullable DataSource connections;
    private @Nullable DataSource listening;
    private @Nullable ThreadTransactions transactions;
    private @Nullable String user;
    private @Nullable String password;
    private int maximumPoolSize = 10;
    private Duration connectionTimeout = CONNECTION_TIMEOUT;
    private Duration socketTimeout = SOCKET_TIMEOUT;
    private LongSupplier monotonicMillis = MachineClock.system()::millis;
    private String schema = SCHEMA;

    PostgresStoreBuilder(String jdbcUrl) {
        this.jdbcUrl = Objects.requireNonNull(jdbcUrl, "jdbcUrl");
        this.connections = null;
    }

    PostgresStoreBuilder(DataSource connections) {
        this.jdbcUrl = null;
        this.connections = Objects.requireNonNull(connections, "connections");
    }

    /** A pool of the program has its own settings. */
    private void checkOwnPool(String setting) {
        if (connections != null) {
            throw new IllegalStateException(
                    "The store uses the program's connections, so " + setting + " has to be set on their pool.");
        }
    }

    /**
     * The user to connect as.
     *
     * @param name the user's name
     */
    public PostgresStoreBuilder user(String name) {
        checkOwnPool("user");
        this.user = name;
        return this;
    }

    /**
     * The password of the user.
     *
     * @param secret the password
     */
    public PostgresStoreBuilder password(String secret) {
        checkOwnPool("password");
        this.password = secret;
        return this;
    }

    /**
     * Sets the largest number of connections; ten unless set. A call holds one, a run that executes a step none.
     *
     * @param connections how many, one at least
     */
    public PostgresStoreBuilder maximumPoolSize(int connections) {
        checkOwnPool("maximumPoolSize");
        this.maximumPoolSize = connections;
        return this;
    }

    /**
     * Sets the time for which a call waits for a connection, when all are taken or the server is down; five seconds
     * unless set.
     *
     * @param timeout the time, to the millisecond; a quarter of a second at least
     */
    public PostgresStoreBuilder connectionTimeout(Duration timeout) {
        checkOwnPool("connectionTimeout");
        this.connectionTimeout = timeout;
        return this;
    }

    /**
     * Sets the time for which a call waits for the server's reply before it takes the connection for dead; ten seconds
     * unless set. A connection that goes silent, as when the server's machine loses its power, would else be waited for
     * until TCP gives up. It should be well under the runners' lease. A statement of the work of a checkpoint has one
     * second less (E8).
     *
     * @param timeout the time, to the millisecond
     */
    public PostgresStoreBuilder socketTimeout(Duration timeout) {
        this.socketTimeout = timeout;
        return this;
    }

    /**
     * The schema; {@code stepgraph} unless set. It is created if there is none.
     *
     * @param name its name
     */
    public PostgresStoreBuilder schema(String name) {
        this.schema = name;
        return this;
    }

    /**
     * Sets the source from which a store with the program's connections takes those that wait for notifications: one
     * for each runner and worker, for good. Best they come from no pool. Unless set, the store sees changes by other
     * processes a little later, by polling. A store with a pool of its own needs no such setting.
     *
     * @param source the connections
     */
    public PostgresStoreBuilder listenOn(DataSource source) {
        this.listening = source;
        return this;
    }

    /**
     * The transactions of the program, in which the calls of its threads take part (T1). Unless set, only
     * {@link PostgresStore#within} joins them.
     *
     * @param ofThreads tells which transaction a thread is in
     */
    public PostgresStoreBuilder transactions(ThreadTransactions ofThreads) {
        this.transactions = ofThreads;
        return this;
    }

    /** The monotonic clock of this machine, in milliseconds, for tests. */
    PostgresStoreBuilder monotonicMillis(LongSupplier clock) {
        this.monotonicMillis = clock;
        return this;
    }

    /**
     * Opens the store.
     *
     * @throws IllegalStateException if HikariCP or the driver is not there
     * @see PostgresStore#open(DataSource)
     */
    public PostgresStore open() {
        return Objects.requireNonNull(PlatformThreads.once(this::opened));
    }

    private PostgresStore opened() {
        if (connections != null) {
            DataSource source = listening;
            return open(connections, null, source == null ? null : source::getConnection);
        }
        PostgresPool pool;
        try {
            pool = PostgresPool.open(
                    Objects.requireNonNull(jdbcUrl), user, password, maximumPoolSize, connectionTimeout);
        } catch (SQLException failed) {
            throw new PostgresErrors(schema).opening(failed);
        } catch (NoClassDefFoundError missing) {
            throw new IllegalStateException(
                    "A connection pool needs com.zaxxer:HikariCP on the class path (in a named module, 'requires"
                            + " com.zaxxer.hikari'). Add it, or open the store with a data source.",
                    missing);
        }
        try {
            return open(pool.connections(), pool, pool::connect);
        } catch (RuntimeException failed) {
            pool.close();
            throw failed;
        }
    }

    private PostgresStore open(
            DataSource source, @Nullable PostgresPool ownPool, PostgresListener.@Nullable Connector listener) {
        int length = schema.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "The name of a schema must have 1 to " + LONGEST_NAME + " bytes; this one has " + length + ".");
        }
        String quoted = '"' + schema.replace("\"", "\"\"") + '"';
        PostgresErrors errors = new PostgresErrors(schema);
        try (Connection connection = source.getConnection()) {
            if (ownPool == null) {
                PoolLimits.check(source, connection);
            }
            new PostgresSchema(connection, schema, quoted, PostgresTables.SCRIPTS, errors).prepare();
        } catch (SQLException failed) {
            throw errors.opening(failed);
        }
        PlatformThreads threads = platformThreads(source);
        PostgresSession session = new PostgresSession(
                source,
                quoted,
                socketTimeout,
                errors,
                threads,
                new CallClock(monotonicMillis),
                ownPool == null ? () -> {} : ownPool::closeIdle);
        String channel = NotifyChannel.channel(schema);
        return new PostgresStore(
                session,
                ownPool,
                listener,
                new JoinedTransactions(transactions, new WorkTurns(threads.connections())),
                channel,
                new PostgresNotifier(session, channel));
    }

    private static PlatformThreads platformThreads(DataSource connections) {
        try {
            return PostgresPool.threadsFor(connections);
        } catch (SQLException | RuntimeException | NoClassDefFoundError unknown) {
            // The data source is not HikariCP, or cannot be unwrapped.
            return PlatformThreads.forAnyPool();
        }
    }
}
