package io.stepgraph.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for limits of the program's own pool that are longer than those of a store: calls would wait as long for it.
 */
final class PoolLimits {
    private static final Logger log = LoggerFactory.getLogger(PostgresStore.class);

    private PoolLimits() {}

    /**
     * Warns once of all limits that are too long.
     *
     * @param connection one of the pool, as it gives it
     */
    static void check(DataSource pool, Connection connection) throws SQLException {
        List<String> tooLong = new ArrayList<>();
        Duration most = PostgresStoreBuilder.CONNECTION_TIMEOUT;
        Duration wait = connectionTimeout(pool);
        if (wait != null) {
            if (wait.compareTo(most) > 0) {
                tooLong.add("connectionTimeout of HikariCP is " + wait.toMillis() + " ms; set " + most.toMillis());
            }
        } else if (loginTimeout(pool) > most.toSeconds()) {
            tooLong.add("loginTimeout of the data source is " + loginTimeout(pool) + " s; set " + most.toSeconds());
        }
        Duration silence = PostgresStoreBuilder.SOCKET_TIMEOUT;
        int socket = connection.getNetworkTimeout();
        if (socket == 0 || socket > silence.toMillis()) {
            tooLong.add("socketTimeout of the driver is " + (socket == 0 ? "not set" : socket / 1000 + " s") + "; set "
                    + silence.toSeconds());
        }
        if (!tooLong.isEmpty()) {
            log.warn(
                    "The data source may let calls of the store wait longer than the store's own limits: {}. A run whose"
                            + " writes wait longer than its lease is taken over.",
                    String.join("; ", tooLong));
        }
    }

    private static @Nullable Duration connectionTimeout(DataSource pool) {
        try {
            return PostgresPool.connectionTimeout(pool);
        } catch (SQLException | RuntimeException | NoClassDefFoundError unknown) {
            return null;
        }
    }

    /** Other pools tell nothing, or the time in which they give a connection. */
    private static int loginTimeout(DataSource pool) {
        try {
            return pool.getLoginTimeout();
        } catch (SQLException | RuntimeException unknown) {
            return 0;
        }
    }
}
