package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Database.Work;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a {@link SqliteSession} and its prepared statements. The file is opened again where nothing else
 * leads back to a state that is known. Not safe for use by many threads.
 */
final class SqliteConnection {
    private static final Logger log = LoggerFactory.getLogger(SqliteConnection.class);

    private final Map<String, NamedStatement> statements = new HashMap<>();
    private final Source source;
    private @Nullable Connection connection;
    private StoreClock clock;

    /** A connection of this source: the first one now, another one where that was given up. */
    SqliteConnection(Source source, MachineClock machine) throws SQLException {
        this.source = source;
        this.connection = source.open();
        this.clock = StoreClock.unknown(machine);
        try {
            StoreClock known = call(tx -> StoreClock.find(tx, machine));
            this.clock = known != null ? known : Objects.requireNonNull(transaction(tx -> added(tx, machine)));
        } catch (SQLException failed) {
            close();
            throw failed;
        }
    }

    private StoreClock added(Tx tx, MachineClock machine) throws SQLException {
        clock = StoreClock.add(tx, machine);
        SqliteTx now = new SqliteTx(this, clock);
        for (String adjust : SqliteTables.ADJUST_TIMES) {
            now.sql(adjust).update();
        }
        return clock;
    }

    /** The source of connections. */
    interface Source {
        Connection open();

        /**
         * Returns the error of an open connection that does not write and read what others find; null if it does.
         *
         * @return why not; null if it is
         */
        @Nullable StoreUnavailableException trouble();
    }

    /** The open connection. */
    Connection get() {
        Connection open = connection;
        if (open == null) {
            open = source.open();
            connection = open;
        }
        return open;
    }

    /** A statement, prepared once. */
    NamedStatement sql(String text) throws SQLException {
        NamedStatement statement = statements.get(text);
        if (statement == null) {
            statement = new NamedStatement(get(), SqliteSql.query(text));
            statements.put(text, statement);
        }
        return statement;
    }

    /** Works outside of a transaction, or in the one that is there. */
    <T> @Nullable T call(Work<T> work) throws SQLException {
        try {
            return work.run(new SqliteTx(this, clock));
        } catch (SQLException failed) {
            forgetStatements();
            throw failed;
        }
    }

    /** Works in a transaction; whatever is thrown rolls it back. Its moment is that at which it has the write lock. */
    <T> @Nullable T transaction(Work<T> work) throws SQLException {
        try {
            boolean committed = false;
            sql(SqliteSql.BEGIN).execute();
            try {
                T result = work.run(new SqliteTx(this, clock));
                sql(SqliteSql.COMMIT).execute();
                committed = true;
                return result;
            } finally {
                if (!committed) {
                    rollback();
                }
            }
        } catch (SQLException failed) {
            forgetStatements();
            throw failed;
        }
    }

    /**
     * Works in a transaction that the disk may not have when this returns: a power cut may undo it, the end of the
     * process not.
     */
    <T> @Nullable T unsynced(Work<T> work) throws SQLException {
        try {
            sync("normal");
            return transaction(work);
        } finally {
            syncAgain();
        }
    }

    /** Makes the next write durable: if need be, the file is opened again. */
    private void syncAgain() {
        boolean isSynced = false;
        try {
            sync("full");
            isSynced = true;
        } catch (SQLException | RuntimeException failed) {
            log.warn("The file would not be synced; it is opened again", failed);
        } finally {
            if (!isSynced) {
                close();
            }
        }
    }

    /** SQLite sets this as it prepares the statement, so that it is prepared each time. */
    private void sync(String level) throws SQLException {
        try (NamedStatement pragma = new NamedStatement(get(), SqliteSql.query("pragma synchronous = " + level))) {
            pragma.execute();
        }
    }

    /**
     * Returns the error of a connection that does not write and read what others find; null if it does.
     *
     * @return why not; null if it is
     */
    @Nullable StoreUnavailableException trouble() {
        return connection == null ? null : source.trouble();
    }

    void close() {
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

    private void rollback() {
        if (connection == null) {
            return;
        }
        try {
            sql(SqliteSql.ROLLBACK).execute();
        } catch (RuntimeException | Error broken) {
            close();
            throw broken;
        } catch (SQLException failed) {
            if (SqliteErrors.code(failed) == SqliteErrors.ERROR) {
                // SQLite has rolled back by itself, as it does when the disk is full.
                log.debug("Nothing to roll back", failed);
                forgetStatements();
            } else {
                // Were the transaction left open, what is written next would not be durable.
                log.warn("A transaction could not be rolled back; the file is opened again", failed);
                close();
            }
        }
    }

    /** The driver closes a statement that has failed, so none is used again. */
    private void forgetStatements() {
        for (NamedStatement statement : statements.values()) {
            try {
                statement.close();
            } catch (SQLException failed) {
                log.debug("A statement could not be closed", failed);
            }
        }
        statements.clear();
    }
}
