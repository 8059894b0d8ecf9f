package io.stepgraph.benchmarks.start;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

final class DriverProgram {
    private DriverProgram() {}

    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + Path.of(arguments[0], "runs.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("pragma journal_mode = wal");
            statement.execute("pragma synchronous = full");
            statement.execute("create table runs (id text primary key, state text not null)");
            try (PreparedStatement upsert = connection.prepareStatement(
                    "insert into runs (id, state) values (?, ?) on conflict (id) do update set state = excluded.state")) {
                upsert.setString(1, "run-1");
                upsert.setString(2, "{\"name\":\"world\",\"text\":\"Good morning, world\"}");
                if (upsert.executeUpdate() == 1) {
                    System.out.println(EmptyProgram.DONE);
                }
            }
        }
    }
}
