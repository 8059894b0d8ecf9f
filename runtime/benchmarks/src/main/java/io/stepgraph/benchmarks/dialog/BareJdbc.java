package io.stepgraph.benchmarks.dialog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import tools.jackson.databind.json.JsonMapper;

/**
 * The least code that keeps the state after a crash: one table, one prepared upsert and one commit for each step. Used
 * by one thread at a time, and as many connections may share the table as like.
 */
public final class BareJdbc implements AutoCloseable {
    private final JsonMapper json = new JsonMapper();
    private final Connection connection;
    private final PreparedStatement upsert;
    private final PreparedStatement delete;

    /**
     * Creates the table if it is not there.
     *
     * @param connection its own from now on; commits each statement
     */
    public BareJdbc(Connection connection) throws SQLException {
        this.connection = connection;
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists runs (id text primary key, state text not null)");
        }
        upsert = connection.prepareStatement(
                "insert into runs (id, state) values (?, ?) on conflict (id) do update set state = excluded.state");
        delete = connection.prepareStatement("delete from runs where id = ?");
    }

    /** Keeps the dialog as it is. */
    public void save(String id, Dialog dialog) {
        try {
            upsert.setString(1, id);
            upsert.setString(2, json.writeValueAsString(dialog));
            upsert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes what was kept. */
    public void delete(String id) {
        try {
            delete.setString(1, id);
            delete.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
