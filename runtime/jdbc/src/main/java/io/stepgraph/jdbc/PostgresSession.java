package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a {@link PostgresStore}: each call takes one of the pool, for as long as it lasts. The flag of an
 * interrupted thread is put aside meanwhile, since it would break the wait for a connection (R9).
 */
final class PostgresSession {
    private final Map<String, PostgresQuery> queries = new ConcurrentHashMap<>();
    private final DataSource pool;
    private final String quotedSchema;
    private final PostgresErrors errors;
    private volatile boolean closed;

    PostgresSession(DataSource pool, String quotedSchema, PostgresErrors errors) {
        this.pool = pool;
        this.quotedSchema = quotedSchema;
        this.errors = errors;
    }

    /** What is done with a connection. */
    interface Work<T> {
        @Nullable T run(Sql sql) throws SQLException;
    }

    /** The statements of one connection. */
    final class Sql {
        private final Connection connection;

        private Sql(Connection connection) {
            this.connection = connection;
        }

        /** A statement, to be closed. */
        PostgresStatement of(String sql) throws SQLException {
            PostgresQuery query = queries.computeIfAbsent(sql, text -> PostgresQuery.of(text, quotedSchema));
            return new PostgresStatement(connection, query);
        }

        @Nullable RunRecord read(RunKey key) throws SQLException {
            try (PostgresStatement find = of(PostgresSql.FIND)) {
                return find.set(key).first(PostgresStatement::run);
            }
        }
    }

    /** Does work of which each statement is a transaction. */
    <T> @Nullable T call(RunKey key, Work<T> work) {
        return call(name(key), work);
    }

    /** Does work of which each statement is a transaction, on what has this name. */
    <T> @Nullable T call(String subject, Work<T> work) {
        return connected(subject, true, work);
    }

    /** Does work as one transaction; whatever is thrown rolls it back. */
    <T> @Nullable T transaction(RunKey key, Work<T> work) {
        return transaction(name(key), work);
    }

    /** Does work as one transaction, on what has this name. */
    <T> @Nullable T transaction(String subject, Work<T> work) {
        return connected(subject, false, work);
    }

    void close() {
        closed = true;
    }

    private <T> @Nullable T connected(String subject, boolean autoCommit, Work<T> work) {
        boolean interrupted = Thread.interrupted();
        try {
            if (closed) {
                throw errors.closed(subject);
            }
            try (Connection connection = pool.getConnection()) {
                boolean before = connection.getAutoCommit();
                if (before != autoCommit) {
                    connection.setAutoCommit(autoCommit);
                }
                T result = done(connection, autoCommit, work);
                if (before != autoCommit) {
                    connection.setAutoCommit(before);
                }
                return result;
            }
        } catch (SQLException failed) {
            throw closed ? errors.closed(subject) : errors.at(subject, failed);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> @Nullable T done(Connection connection, boolean autoCommit, Work<T> work) throws SQLException {
        try {
            T result = work.run(new Sql(connection));
            if (!autoCommit) {
                connection.commit();
            }
            return result;
        } catch (SQLException | RuntimeException failed) {
            if (!autoCommit) {
                undo(connection, failed);
            }
            throw failed;
        }
    }

    private static void undo(Connection connection, Exception failed) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException gone) {
            // A connection that is gone has taken its transaction with it.
            failed.addSuppressed(gone);
        }
    }

    private static String name(RunKey key) {
        return "Run '" + key + "' in scope '" + key.scope() + "'";
    }
}
