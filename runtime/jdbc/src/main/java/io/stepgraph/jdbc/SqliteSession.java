package io.stepgraph.jdbc;

import io.stepgraph.jdbc.SqliteConnection.Work;
import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Standing;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets the threads of a {@link SqliteStore} share its one connection. SQLite has one writer at a time anyway: what several
 * threads write at once shares a transaction, and so one wait for the disk. Where one of them throws, all is rolled back and
 * done again with a savepoint for each, so that the others keep their part. Each returns when its own is durable.
 */
final class SqliteSession {
    private final CommitQueue<Task<?>> queue = new CommitQueue<>(this::serve);
    private final SqliteConnection connection;
    private final NotedTime time;
    private final StoreClock clock;
    private final SqliteErrors errors;
    private boolean closed;

    /** Whether one of the last group threw. To have savepoints always would cost a tenth of a small commit. */
    private boolean hasSavepoints;

    SqliteSession(SqliteConnection.Source source, SqliteErrors errors, StoreClock clock) {
        this.connection = new SqliteConnection(source);
        this.time = new NotedTime(connection, clock);
        this.clock = clock;
        this.errors = errors;
        try {
            time.open();
        } catch (SQLException failed) {
            connection.close();
            throw errors.opening(failed);
        }
    }

    StoreClock clock() {
        return clock;
    }

    private enum Kind {
        READ,
        WRITE,
        CLOSE
    }

    /** Work that waits for its turn, and what came of it. */
    private static final class Task<T> extends CommitQueue.Member {
        private final String subject;
        private final @Nullable RunKey key;
        private final Kind kind;
        private final Work<T> work;
        private @Nullable T result;
        private @Nullable RuntimeException failure;
        private @Nullable Error broken;
        private boolean isServed;

        Task(@Nullable RunKey key, String subject, Kind kind, Work<T> work) {
            this.key = key;
            this.subject = subject;
            this.kind = kind;
            this.work = work;
        }
    }

    /** Reads. */
    <T> @Nullable T read(RunKey key, Work<T> work) {
        return done(new Task<>(key, "Run '" + key + "'", Kind.READ, work));
    }

    /** Reads what is of no one run. */
    <T> @Nullable T read(String subject, Work<T> work) {
        return done(new Task<>(null, subject, Kind.READ, work));
    }

    /** Writes, in a transaction; whatever is thrown rolls it back. */
    <T> @Nullable T write(RunKey key, Work<T> work) {
        return done(new Task<>(key, "Run '" + key + "'", Kind.WRITE, work));
    }

    /** Writes what is of no one run. */
    <T> @Nullable T write(String subject, Work<T> work) {
        return done(new Task<>(null, subject, Kind.WRITE, work));
    }

    /** A statement, prepared once; to be used within a task. */
    Statement sql(String text) throws SQLException {
        return connection.sql(text);
    }

    /** Reads a run; to be used within a task. */
    @Nullable RunRecord find(RunKey key, long now) throws SQLException {
        return sql(SqliteSql.FIND).set(key).first(row -> RowReader.read(row, now));
    }

    /** Reads where a run stands; to be used within a task. */
    @Nullable Standing standing(RunKey key, long now) throws SQLException {
        return sql(SqliteSql.STANDING).set(key).first(row -> RowReader.standing(row, now));
    }

    /** The connection; to be used within a task. */
    Connection connection() {
        return connection.get();
    }

    void close() {
        queue.serve(new Task<>(null, "The store", Kind.CLOSE, () -> {
            closed = true;
            connection.close();
            return null;
        }));
    }

    private <T> @Nullable T done(Task<T> task) {
        queue.serve(task);
        if (task.broken != null) {
            throw task.broken;
        }
        if (task.failure != null) {
            throw task.failure;
        }
        if (!task.isServed) {
            throw new StoreUnavailable(task.subject + " was not reached, since another call broke down before it.");
        }
        return task.result;
    }

    private void serve(List<Task<?>> tasks) {
        if (closed || !areWorthATransaction(tasks) || !serveTogether(tasks)) {
            tasks.forEach(this::serveAlone);
        }
    }

    private static boolean areWorthATransaction(List<Task<?>> tasks) {
        int writers = 0;
        for (Task<?> task : tasks) {
            if (task.kind == Kind.CLOSE) {
                return false;
            }
            writers += task.kind == Kind.WRITE ? 1 : 0;
        }
        return writers > 1;
    }

    private <T> void serveAlone(Task<T> task) {
        task.failure = null;
        try {
            if (closed && task.kind != Kind.CLOSE) {
                throw new StoreUnavailable(task.subject + " cannot be reached: the store is closed; open another one.");
            }
            task.result = switch (task.kind) {
                case READ -> time.call(task.work);
                case WRITE -> time.transaction(task.work);
                case CLOSE -> task.work.run();
            };
            task.isServed = true;
        } catch (SQLException failed) {
            task.failure = errors.at(task.key, failed);
        } catch (RuntimeException refused) {
            task.failure = refused;
            if (task.kind == Kind.WRITE && !closed) {
                time.noteRefusal();
            }
        } catch (Error broken) {
            task.broken = broken;
        }
        if (!closed) {
            refuseIfLost(List.of(task));
        }
    }

    /**
     * Nobody is told that something is stored, or missing, which was written to, or looked for in, a file that others do not
     * find. So this is asked last.
     */
    private void refuseIfLost(List<? extends Task<?>> tasks) {
        String trouble = connection.trouble();
        if (trouble != null) {
            for (Task<?> task : tasks) {
                task.failure = errors.unavailable(trouble);
            }
        }
    }

    /** Returns false if nothing has happened, and each is to be served by itself, to learn what is wrong with it. */
    private boolean serveTogether(List<Task<?>> tasks) {
        if (!hasSavepoints && serveInTransaction(tasks)) {
            return true;
        }
        hasSavepoints = true;
        boolean areServed = serveInTransaction(tasks);
        hasSavepoints = tasks.stream().anyMatch(task -> task.failure != null);
        return areServed;
    }

    /** Returns false if all was rolled back. */
    private boolean serveInTransaction(List<Task<?>> tasks) {
        try {
            time.transaction(() -> {
                for (Task<?> task : tasks) {
                    serveMember(task);
                }
                return null;
            });
            tasks.forEach(task -> task.isServed = true);
            refuseIfLost(tasks);
            return true;
        } catch (SQLException failed) {
            return SqliteErrors.code(failed) == SqliteErrors.BUSY && refuse(tasks, failed);
        } catch (RuntimeException | Error broken) {
            return false;
        }
    }

    private <T> void serveMember(Task<T> task) throws SQLException {
        if (!hasSavepoints) {
            task.result = task.work.run();
            return;
        }
        sql(SqliteSql.SAVEPOINT).execute();
        try {
            task.result = connection.call(task.work);
        } catch (SQLException failed) {
            task.failure = errors.at(task.key, failed);
        } catch (RuntimeException refused) {
            task.failure = refused;
        }
        // Either fails if SQLite has rolled back the whole transaction by itself.
        if (task.failure != null) {
            sql(SqliteSql.ROLLBACK_TO_SAVEPOINT).execute();
        }
        sql(SqliteSql.RELEASE_SAVEPOINT).execute();
    }

    /** Another program holds the lock. Were each writer to wait for it in turn, the last would wait for minutes. */
    private boolean refuse(List<Task<?>> tasks, SQLException busy) {
        for (Task<?> task : tasks) {
            if (task.kind == Kind.WRITE) {
                task.failure = errors.at(task.key, busy);
            } else {
                serveAlone(task);
            }
        }
        return true;
    }
}
