package io.stepgraph.jdbc.testing;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file as any other program sees it, such as the {@code sqlite3} shell. */
public final class Database implements AutoCloseable {
    private final Connection connection;

    public Database(Path file) throws SQLException {
        this.connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    public static void execute(Path file, String... statements) throws SQLException {
        try (Database database = new Database(file)) {
            for (String sql : statements) {
                database.execute(sql);
            }
        }
    }

    public static List<@Nullable String> query(Path file, String sql) throws SQLException {
        try (Database database = new Database(file)) {
            return query(database.connection, sql);
        }
    }

    /** The first row of a query. */
    public static List<@Nullable String> query(Connection connection, String sql) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<@Nullable String> row = new ArrayList<>();
            if (rows.next()) {
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    row.add(rows.getString(column));
                }
            }
            return row;
        }
    }

    public void execute(String sql) throws SQLException {
        execute(connection, sql);
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
