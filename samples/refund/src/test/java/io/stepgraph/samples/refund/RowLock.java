package io.stepgraph.samples.refund;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Holds the row of a run in Postgres: a program that writes to it waits. */
final class RowLock implements AutoCloseable {
    private static final String WAITING = "SELECT 1 FROM pg_locks WHERE NOT granted";

    private final Connection connection;

    private RowLock(Connection connection) {
        this.connection = connection;
    }

    static RowLock of(String database, String run) throws SQLException {
        Connection connection = DriverManager.getConnection(database);
        connection.setAutoCommit(false);
        try (PreparedStatement lock =
                connection.prepareStatement("SELECT 1 FROM stepgraph.runs WHERE id = ? FOR UPDATE")) {
            lock.setString(1, run);
            try (ResultSet row = lock.executeQuery()) {
                if (!row.next()) {
                    throw new AssertionError("There is no row of " + run);
                }
            }
        }
        return new RowLock(connection);
    }

    /** Waits until another connection waits for a lock. */
    void awaitOther() throws Exception {
        boolean unused = World.until(() -> {
            try (PreparedStatement look = connection.prepareStatement(WAITING);
                    ResultSet waiting = look.executeQuery()) {
                return waiting.next() ? true : null;
            }
        });
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
