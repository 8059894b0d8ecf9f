package io.stepgraph.jdbc;

import io.stepgraph.jdbc.SqliteConnection.Work;
import io.stepgraph.jdbc.StoreClock.Note;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the time of a store in its file, so that all who have it open go by one time, which does not go back when it is opened
 * again. Everybody looks at the note before anything else; it is written once a second at most, unless the machine's clock is
 * set back, in a transaction that there is anyway. So no time in the file is more than a second later than the note. Not safe
 * for use by many threads.
 */
final class NotedTime {
    private static final Logger log = LoggerFactory.getLogger(NotedTime.class);
    private static final Note NEVER = new Note(0, 0);
    private static final long PRECISION = 1_000;
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final SqliteConnection connection;
    private final StoreClock clock;

    /** As it was found last. */
    private Note noted = NEVER;

    private boolean isDamageTold;

    NotedTime(SqliteConnection connection, StoreClock clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** Goes on from what was noted last. */
    void open() throws SQLException {
        connection.call(() -> {
            look();
            return null;
        });
        long ahead = clock.ahead();
        if (ahead > 0) {
            // What passes while nobody has the file open is counted by the machine's clock, from the note on.
            noteAlone();
        }
        if (ahead > DAY) {
            log.warn(
                    "The store's time is {} ahead of this machine's clock: one of the two was set wrongly. It goes on from"
                            + " there at three quarters of the pace until both agree; delays, expiries and leases go by it."
                            + " Check this machine's clock",
                    Duration.ofMillis(ahead));
        }
    }

    /** Works. */
    <T> @Nullable T call(Work<T> work) throws SQLException {
        return connection.call(() -> {
            look();
            return work.run();
        });
    }

    /** Works in a transaction, and notes the time with it. */
    <T> @Nullable T transaction(Work<T> work) throws SQLException {
        return connection.transaction(() -> {
            look();
            T result = work.run();
            if (isDue()) {
                note();
            }
            return result;
        });
    }

    /** Notes the time of a refusal, which has rolled back its own transaction. */
    void noteRefusal() {
        if (isDue()) {
            noteAlone();
        }
    }

    private void noteAlone() {
        try {
            transaction(() -> null);
        } catch (SQLException | RuntimeException failed) {
            log.debug("The time could not be noted", failed);
        }
    }

    private boolean isDue() {
        return clock.now() - noted.time() >= PRECISION || clock.isSetBackSince(noted);
    }

    private void look() throws SQLException {
        Note found = connection
                .sql(SqliteSql.FIND_TIME)
                .first(row -> new Note(row.getLong("clock"), row.getLong("machine_clock")));
        if (found == null) {
            return;
        }
        if (found.isPlausible()) {
            clock.goOnFrom(found);
            noted = found;
            return;
        }
        noted = NEVER;
        if (!isDamageTold) {
            isDamageTold = true;
            log.warn("The time that is noted in the file is damaged ({}): the next write replaces it", found);
        }
    }

    private void note() throws SQLException {
        Note note = clock.note();
        connection
                .sql(SqliteSql.NOTE_TIME)
                .set("clock", note.time())
                .set("machine_clock", note.machine())
                .update();
    }
}
