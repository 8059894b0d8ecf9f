package io.stepgraph.jdbc;

import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Standing;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection of a {@link SqliteStore} and its prepared statements. SQLite has one writer at a time anyway: what
 * several threads write at once shares a transaction, and so one wait for the disk. Where one of them throws, nothing is kept
 * of any, and each is served by itself. Each returns when its own part is durable.
 */
final class SqliteSession {
    private static final Logger log = LoggerFactory.getLogger(SqliteSession.class);

    private final CommitQueue<Task<?>> queue = new CommitQueue<>(this::serve);
    private final Map<String, Statement> statements = new HashMap<>();
    private final Supplier<Connection> opener;
    private final SqliteErrors errors;
    private @Nullable Connection connection;
    private boolean closed;

    /** Of connections that are opened so: the first one now, another one where that was given up. */
    SqliteSession(Supplier<Connection> opener, SqliteErrors errors) {
        this.opener = opener;
        this.errors = errors;
        this.connection = opener.get();
    }

    /** What is done with the connection. May be done twice, if the first time is rolled back with what others did. */
    interface Work<T> {
        @Nullable T run() throws SQLException;
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
        Statement statement = statements.get(text);
        if (statement == null) {
            statement = new Statement(connection(), text);
            statements.put(text, statement);
        }
        return statement;
    }

    /** Reads a run; to be used within a task. */
    @Nullable RunRecord find(RunKey key, long now) throws SQLException {
        return sql(SqliteSql.FIND).set(key).first(row -> RunReader.read(row, now));
    }

    /** Reads where a run stands; to be used within a task. */
    @Nullable Standing standing(RunKey key, long now) throws SQLException {
        return sql(SqliteSql.STANDING).set(key).first(row -> RunReader.standing(row, now));
    }

    /** The connection; to be used within a task. */
    Connection connection() {
        Connection open = connection;
        if (open == null) {
            open = opener.get();
            connection = open;
        }
        return open;
    }

    void close() {
        queue.serve(new Task<>(null, "The store", Kind.CLOSE, () -> {
            closed = true;
            disconnect();
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
            for (Task<?> task : tasks) {
                serveAlone(task);
            }
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
        try {
            if (closed && task.kind != Kind.CLOSE) {
                throw new StoreUnavailable(task.subject + " cannot be reached: the store is closed; open another one.");
            }
            task.result = task.kind == Kind.WRITE ? transaction(task.work) : task.work.run();
            task.isServed = true;
        } catch (SQLException failed) {
            forgetStatements();
            task.failure = errors.at(task.key, failed);
        } catch (RuntimeException refused) {
            task.failure = refused;
        } catch (Error broken) {
            task.broken = broken;
        }
    }

    private <T> @Nullable T transaction(Work<T> work) throws SQLException {
        sql(SqliteSql.BEGIN).execute();
        boolean committed = false;
        try {
            T result = work.run();
            sql(SqliteSql.COMMIT).execute();
            committed = true;
            return result;
        } finally {
            if (!committed) {
                rollback();
            }
        }
    }

    /**
     * Serves all in one transaction.
     *
     * @return false if that was rolled back as a whole: nothing has happened, and each is to be served for itself, to learn
     *     what is wrong with it
     */
    private boolean serveTogether(List<Task<?>> tasks) {
        try {
            transaction(() -> {
                for (Task<?> task : tasks) {
                    serveMember(task);
                }
                return null;
            });
            tasks.forEach(task -> task.isServed = true);
            return true;
        } catch (SQLException failed) {
            forgetStatements();
            return SqliteErrors.code(failed) == SqliteErrors.BUSY && refuse(tasks, failed);
        } catch (RuntimeException | Error refused) {
            return false;
        }
    }

    private static <T> void serveMember(Task<T> task) throws SQLException {
        task.result = task.work.run();
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

    private void rollback() {
        if (connection == null) {
            return;
        }
        try {
            sql(SqliteSql.ROLLBACK).execute();
        } catch (RuntimeException | Error broken) {
            disconnect();
            throw broken;
        } catch (SQLException failed) {
            if (SqliteErrors.code(failed) == SqliteErrors.ERROR) {
                // SQLite has rolled back by itself, as it does when the disk is full.
                log.debug("Nothing to roll back", failed);
                forgetStatements();
            } else {
                // Were the transaction left open, what is written next would not be durable.
                log.warn("A transaction could not be rolled back; the file is opened again", failed);
                disconnect();
            }
        }
    }

    /** The driver closes a statement that has failed, so none is used again. */
    private void forgetStatements() {
        for (Statement statement : statements.values()) {
            try {
                statement.close();
            } catch (SQLException failed) {
                log.debug("A statement could not be closed", failed);
            }
        }
        statements.clear();
    }

    private void disconnect() {
        forgetStatements();
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException failed) {
            // All that was acknowledged is durable; the file only keeps its write-ahead log until it is opened again.
            log.warn("The file was not closed cleanly", failed);
        } finally {
            connection = null;
        }
    }
}
