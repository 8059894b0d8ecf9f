package io.stepgraph.benchmarks.sqlite;

import io.stepgraph.benchmarks.dialog.Dialog;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import tools.jackson.databind.json.JsonMapper;

/** What one writes who only wants the state to be there after a crash: one table, one upsert and one commit a step. */
final class BareJdbc implements AutoCloseable {
    private final JsonMapper json = new JsonMapper();
    private final Connection connection;
    private final PreparedStatement upsert;
    private final PreparedStatement delete;

    BareJdbc(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = full");
            statement.execute("create table runs (id text primary key, state text not null)");
        }
        upsert = connection.prepareStatement(
                "insert into runs (id, state) values (?, ?) on conflict (id) do update set state = excluded.state");
        delete = connection.prepareStatement("delete from runs where id = ?");
    }

    void save(String id, Dialog dialog) {
        try {
            upsert.setString(1, id);
            upsert.setString(2, json.writeValueAsString(dialog));
            upsert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void delete(String id) throws SQLException {
        delete.setString(1, id);
        delete.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
