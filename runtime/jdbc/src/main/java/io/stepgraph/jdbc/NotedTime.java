package io.stepgraph.jdbc;

import io.stepgraph.jdbc.SqliteConnection.Work;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the time of a store in its file, so that it does not go back when the file is opened again: once a second at most,
 * in a transaction that there is anyway. Not safe for use by many threads.
 */
final class NotedTime {
    private static final Logger log = LoggerFactory.getLogger(NotedTime.class);
    private static final long PRECISION = 1_000;

    private final SqliteConnection connection;
    private final StoreClock clock;
    private long noted;

    NotedTime(SqliteConnection connection, StoreClock clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** Goes on from what was noted last. */
    void read() throws SQLException {
        Long found = connection.call(() -> connection.sql(SqliteSql.FIND_TIME).first(row -> row.getLong("clock")));
        if (found == null) {
            return;
        }
        if (clock.goOnFrom(found)) {
            noted = found;
        } else {
            log.warn("The time that was noted last, {} ms since 1970, is more than a day ahead and is not kept", found);
        }
    }

    /** Works in a transaction, and notes the time with it. */
    <T> @Nullable T transaction(Work<T> work) throws SQLException {
        long[] time = {noted};
        T result = connection.transaction(() -> {
            T done = work.run();
            if (isDue()) {
                time[0] = note();
            }
            return done;
        });
        noted = time[0];
        return result;
    }

    /** Notes the time of a refusal, which has rolled back its own transaction. */
    void noteRefusal() {
        if (isDue()) {
            try {
                transaction(() -> null);
            } catch (SQLException | RuntimeException failed) {
                log.debug("The time could not be noted", failed);
            }
        }
    }

    private boolean isDue() {
        return clock.now() - noted >= PRECISION;
    }

    private long note() throws SQLException {
        long now = clock.now();
        Long latest = connection
                .sql(SqliteSql.NOTE_TIME)
                .set("now", now)
                .set("latest", Math.max(now, clock.latest()))
                .first(row -> row.getLong("clock"));
        if (latest != null) {
            // It may be another process that was ahead.
            clock.goOnFrom(latest);
        }
        return now;
    }
}
