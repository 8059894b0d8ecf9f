package io.stepgraph.postgres;

import io.stepgraph.store.MachineClock;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Configures a {@link PostgresStore} with a pool of connections of its own. Not safe for use by many threads. */
public final class PostgresStoreBuilder {
    static final String SCHEMA = "stepgraph";
    static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);
    static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(10);
    private static final int LONGEST_NAME = 63;

    private final String jdbcUrl;
    private @Nullable String user;
    private @Nullable String password;
    private int maximumPoolSize = 10;
    private Duration connectionTimeout = CONNECTION_TIMEOUT;
    private Duration socketTimeout = SOCKET_TIMEOUT;
    private LongSupplier monotonicMillis = MachineClock.system()::monotonic;
    private String schema = SCHEMA;

    PostgresStoreBuilder(String jdbcUrl) {
        this.jdbcUrl = jdbcUrl;
    }

    /**
     * The user to connect as.
     *
     * @param name the user's name
     */
    public PostgresStoreBuilder user(String name) {
        this.user = name;
        return this;
    }

    /**
     * The password of the user.
     *
     * @param secret the password
     */
    public PostgresStoreBuilder password(String secret) {
        this.password = secret;
        return this;
    }

    /**
     * How many connections there are at most; ten unless set. A call holds one, a run that executes a step none.
     *
     * @param connections how many, one at least
     */
    public PostgresStoreBuilder maximumPoolSize(int connections) {
        this.maximumPoolSize = connections;
        return this;
    }

    /**
     * How long a call waits for a connection, when all are taken or the server is down; five seconds unless set.
     *
     * @param timeout the time, to the millisecond; a quarter of a second at least
     */
    public PostgresStoreBuilder connectionTimeout(Duration timeout) {
        this.connectionTimeout = timeout;
        return this;
    }

    /**
     * How long a call waits for the server's reply before it takes the connection for dead; ten seconds unless set. A
     * connection that goes silent, as when the server's machine loses its power, would else be waited for until TCP gives
     * up. It should be well under the runners' lease.
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
        PostgresPool pool;
        try {
            pool = PostgresPool.open(jdbcUrl, user, password, maximumPoolSize, connectionTimeout);
        } catch (SQLException failed) {
            throw new PostgresErrors(schema).opening(failed);
        } catch (NoClassDefFoundError missing) {
            throw new IllegalStateException(
                    "A connection pool needs com.zaxxer:HikariCP on the class path (in a named module, 'requires"
                            + " com.zaxxer.hikari'). Add it, or open the store with a data source.",
                    missing);
        }
        try {
            return open(pool.connections(), pool, schema, socketTimeout, monotonicMillis);
        } catch (RuntimeException failed) {
            pool.close();
            throw failed;
        }
    }

    static PostgresStore open(
            DataSource connections,
            @Nullable PostgresPool ownPool,
            String schema,
            Duration socketTimeout,
            LongSupplier monotonicMillis) {
        int length = schema.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "The name of a schema must have 1 to " + LONGEST_NAME + " bytes; this one has " + length + ".");
        }
        String quoted = '"' + schema.replace("\"", "\"\"") + '"';
        PostgresErrors errors = new PostgresErrors(schema);
        try (Connection connection = connections.getConnection()) {
            if (ownPool == null) {
                PoolLimits.check(connections, connection);
            }
            new PostgresSchema(connection, schema, quoted, PostgresTables.SCRIPTS, errors).prepare();
        } catch (SQLException failed) {
            throw errors.opening(failed);
        }
        return new PostgresStore(
                new PostgresSession(connections, quoted, socketTimeout, errors, platformThreads(connections)),
                ownPool,
                schema,
                monotonicMillis);
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
