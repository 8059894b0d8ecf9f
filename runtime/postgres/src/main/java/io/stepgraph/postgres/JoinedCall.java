package io.stepgraph.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A call of the store inside a transaction of the program: a savepoint, and the program's timeouts. One round trip
 * begins it, and one ends it.
 */
record JoinedCall(Connection transaction, String lockTimeout, String idleTimeout) {
    private static final String BEGIN = """
            savepoint stepgraph;
            select current_setting('lock_timeout') as lock_timeout,
                   current_setting('idle_in_transaction_session_timeout') as idle_timeout
            """;

    private static final String END = """
            select set_config('lock_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true);
            release savepoint stepgraph
            """;

    static JoinedCall begin(Connection transaction) throws SQLException {
        try (Statement statement = transaction.createStatement()) {
            statement.execute(BEGIN);
            statement.getMoreResults();
            try (ResultSet settings = statement.getResultSet()) {
                settings.next();
                return new JoinedCall(
                        transaction, settings.getString("lock_timeout"), settings.getString("idle_timeout"));
            }
        }
    }

    void end() throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement(END)) {
            statement.setString(1, lockTimeout);
            statement.setString(2, idleTimeout);
            statement.execute();
        }
    }

    /** Takes back what the call has written, and what it has set. */
    void undo(Throwable failed) {
        try (Statement statement = transaction.createStatement()) {
            statement.execute("rollback to savepoint stepgraph; release savepoint stepgraph");
        } catch (SQLException gone) {
            failed.addSuppressed(gone);
        }
    }
}
