package io.stepgraph.sqlite;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.sqlite.SqliteConnection.Work;
import io.stepgraph.sqlite.StoreClock.Note;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the time of a store in its file, so that all programs that have the file open share one time, which does not go
 * back when the file is opened again. Each task reads the note before it uses the time, or checks it in the statement that
 * writes. The note is written once a second at most, unless the machine's clock is set back, in a transaction that there is
 * anyway. So no time in the file is more than a second later than the note. Not safe for use by many threads.
 */
final class PersistedClock {
    private static final Logger log = LoggerFactory.getLogger(PersistedClock.class);
    private static final Note NEVER = new Note(0, 0);
    private static final long PRECISION = 1_000;
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final SqliteConnection connection;
    private final StoreClock clock;

    /** The note as it was read last. */
    private Note noted = NEVER;

    /** Whether the task in progress has read the note, or has found it unchanged. */
    private boolean isUpToDate;

    private boolean isDamageTold;

    PersistedClock(SqliteConnection connection, StoreClock clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** Continues from the note in the file. */
    void open() throws SQLException {
        call(this::now);
        long ahead = clock.ahead();
        if (ahead > 0) {
            // The machine's clock measures, from the note on, the time that passes while nobody has the file open.
            noteAlone();
        }
        if (ahead > DAY) {
            log.warn(
                    "The store's time is {} ahead of this machine's clock: one of the two was set wrongly. It continues from"
                            + " there at three quarters of the pace until both agree; delays, expiries and leases go by it."
                            + " Check this machine's clock",
                    Duration.ofMillis(ahead));
        }
    }

    /** The time; to be used within a task. */
    long now() throws SQLException {
        if (!isUpToDate) {
            read();
        }
        return clock.now();
    }

    /**
     * Updates one row by a statement that checks the note itself, which saves a step the statement that reads it. Where the note
     * has changed, the statement changes nothing, and is executed again once the note is read. To be used within a task.
     *
     * @param update the statement, without the time
     * @return the time of the update; empty if no row was updated
     */
    OptionalLong update(Update update) throws SQLException {
        if (!isUpToDate) {
            long now = clock.now();
            if (isUpdated(update, now)) {
                isUpToDate = true;
                clock.hasFoundUnchanged();
                return OptionalLong.of(now);
            }
        }
        long now = now();
        return isUpdated(update, now) ? OptionalLong.of(now) : OptionalLong.empty();
    }

    private boolean isUpdated(Update update, long now) throws SQLException {
        return update.prepare()
                        .set("now", now)
                        .set("is_noted", isUpToDate)
                        .set("clock", noted.time())
                        .set("machine_clock", noted.machine())
                        .update()
                == 1;
    }

    /** Binds the parameters of a statement. */
    interface Update {
        NamedStatement prepare() throws SQLException;
    }

    /** Does a task. */
    <T> @Nullable T call(Work<T> work) throws SQLException {
        isUpToDate = false;
        return connection.call(work);
    }

    /** Does a task in a transaction, and notes the time with it. */
    <T> @Nullable T transaction(Work<T> work) throws SQLException {
        isUpToDate = false;
        return connection.transaction(() -> {
            T result = work.run();
            if (isDue(clock.now()) && isDue(now())) {
                note();
            }
            return result;
        });
    }

    /** Notes the time of a refusal, which has rolled back its own transaction. */
    void noteRefusal() {
        if (isDue(clock.now())) {
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

    private boolean isDue(long now) {
        return now - noted.time() >= PRECISION || clock.isSetBackSince(noted);
    }

    private void read() throws SQLException {
        Note found = connection
                .sql(SqliteSql.FIND_TIME)
                .first(row -> new Note(row.getLong("clock"), row.getLong("machine_clock")));
        isUpToDate = true;
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
