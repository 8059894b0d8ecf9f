package io.stepgraph.benchmarks.queue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A connection beside a contender's own ones, to look at what it has stored. */
final class Sql implements AutoCloseable {
    private final Connection connection;

    Sql(String url) {
        try {
            connection = DriverManager.getConnection(url);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    long count(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet counted = statement.executeQuery(query)) {
            if (!counted.next()) {
                throw new IllegalStateException(query + " has no row");
            }
            return counted.getLong(1);
        }
    }

    void execute(String... commands) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
