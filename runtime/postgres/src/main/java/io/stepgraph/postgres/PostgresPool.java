package io.stepgraph.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A pool of connections of the store's own. All that names HikariCP is here: a store in the caller's pool does without.
 */
final class PostgresPool implements AutoCloseable {
    private final HikariDataSource pool;
    private final Properties alone = new Properties();

    private PostgresPool(HikariDataSource pool) {
        this.pool = pool;
        alone.putAll(pool.getDataSourceProperties());
        put("user", pool.getUsername());
        put("password", pool.getPassword());
        put("ApplicationName", "stepgraph hints");
    }

    private void put(String name, @Nullable String value) {
        if (value != null) {
            alone.setProperty(name, value);
        }
    }

    /**
     * Opens a pool.
     *
     * @throws SQLException if not even one connection can be had
     * @throws IllegalStateException if there is no driver
     */
    static PostgresPool open(
            String url, @Nullable String user, @Nullable String password, int maximumSize, Duration connectionTimeout)
            throws SQLException {
        try {
            DriverManager.getDriver(url);
        } catch (SQLException none) {
            throw new IllegalStateException(
                    "No driver accepts this URL. Add org.postgresql:postgresql to the class path, and begin the URL with"
                            + " 'jdbc:postgresql:'.",
                    none);
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName("stepgraph");
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(maximumSize);
        // A server has few connections for many programs: one that has nothing to do holds one.
        config.setMinimumIdle(1);
        config.setConnectionTimeout(connectionTimeout.toMillis());
        // The URL overrides these. With the timeouts here, no statement has to set its own.
        config.addDataSourceProperty("ApplicationName", "stepgraph");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("prepareThreshold", "1");
        config.addDataSourceProperty("options", "-c lock_timeout=2s -c idle_in_transaction_session_timeout=30s");
        try {
            return new PostgresPool(new HikariDataSource(config));
        } catch (PoolInitializationException failed) {
            throw failed.getCause() instanceof SQLException cause
                    ? cause
                    : new SQLException(failed.getMessage(), failed);
        }
    }

    /** The threads for the calls through a pool, of which HikariCP tells how large it is, also behind a wrapper. */
    static PlatformThreads threadsFor(DataSource connections) throws SQLException {
        if (!connections.isWrapperFor(HikariDataSource.class)) {
            return PlatformThreads.forAnyPool();
        }
        HikariDataSource pool = connections.unwrap(HikariDataSource.class);
        return new PlatformThreads(pool.getMaximumPoolSize(), Duration.ofMillis(pool.getConnectionTimeout()));
    }

    /** Returns the time for which a call waits for a connection of HikariCP; null if the pool is another one. */
    static @Nullable Duration connectionTimeout(DataSource connections) throws SQLException {
        return connections.isWrapperFor(HikariDataSource.class)
                ? Duration.ofMillis(connections.unwrap(HikariDataSource.class).getConnectionTimeout())
                : null;
    }

    DataSource connections() {
        return pool;
    }

    /** A connection to the same database that the pool knows nothing of. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(pool.getJdbcUrl(), alone);
    }

    /** Closes the connections that nobody has at the moment, and each other one when it is given back. */
    void closeIdle() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    /**
     * Closes the pool in a thread of its own, because an interrupt of the caller would cut short the wait for the
     * pool's threads (R9).
     */
    @Override
    public void close() {
        PlatformThreads.once(() -> {
            pool.close();
            return pool;
        });
    }
}
