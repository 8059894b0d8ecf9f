package io.stepgraph.jdbc;

import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection of a {@link SqliteStore} and its prepared statements. SQLite has one writer at a time anyway; the lock
 * is fair, so that a thread that commits in a loop keeps no other one out. Nothing here reacts to interrupts (R9).
 */
final class SqliteSession {
    private static final Logger log = LoggerFactory.getLogger(SqliteSession.class);

    private final ReentrantLock lock = new ReentrantLock(true);
    private final Map<String, Statement> statements = new HashMap<>();
    private final SqliteFile file;
    private final SqliteErrors errors;
    private @Nullable Connection connection;
    private boolean closed;

    SqliteSession(SqliteFile file, SqliteErrors errors) {
        this.file = file;
        this.errors = errors;
        this.connection = file.open();
    }

    /** What is done with the connection while the lock is held. */
    interface Work<T> {
        @Nullable T run() throws SQLException;
    }

    /** Does work that is one statement, and so one transaction. */
    <T> @Nullable T call(RunKey key, Work<T> work) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreUnavailable(
                        "Run '" + key + "' cannot be reached: the store is closed; open another one.");
            }
            return work.run();
        } catch (SQLException failed) {
            forgetStatements();
            throw errors.at(key, failed);
        } finally {
            lock.unlock();
        }
    }

    /** Does work as one transaction for writing; whatever is thrown rolls it back. */
    <T> @Nullable T transaction(RunKey key, Work<T> work) {
        return call(key, () -> {
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
        });
    }

    /** A statement, prepared once; to be used within {@link #call} or {@link #transaction}. */
    Statement sql(String text) throws SQLException {
        Statement statement = statements.get(text);
        if (statement == null) {
            statement = new Statement(connection(), text);
            statements.put(text, statement);
        }
        return statement;
    }

    /** Reads a run; to be used within {@link #call} or {@link #transaction}. */
    @Nullable RunRecord read(RunKey key) throws SQLException {
        return sql(SqliteSql.FIND).set(key).first(RunReader::read);
    }

    /** The connection; to be used within {@link #call} or {@link #transaction}. */
    Connection connection() {
        Connection open = connection;
        if (open == null) {
            open = file.open();
            connection = open;
        }
        return open;
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            disconnect();
        } finally {
            lock.unlock();
        }
    }

    private void rollback() {
        try {
            sql(SqliteSql.ROLLBACK).execute();
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
