package io.stepgraph.benchmarks.growth;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Fills a store with ended runs: copies of one that a runner has brought to its end, in every table that knows runs,
 * whatever columns these have.
 */
final class EndedRuns {
    private final Connection connection;
    private final Ground ground;

    EndedRuns(Connection connection, Ground ground) {
        this.connection = connection;
        this.ground = ground;
    }

    /**
     * Copies a run.
     *
     * @param id its id; it is the only one in the store
     * @param count how many copies
     */
    void copy(String id, int count) throws SQLException {
        connection.setAutoCommit(false);
        copy(
                "runs",
                "c.id = '" + id + "'",
                count,
                Map.of("run_number", "c.run_number + copy.number", "id", "c.id || '-' || copy.number"),
                ground.insertNumbered());
        for (String table : tablesOfRuns()) {
            copy(
                    table,
                    "c.run = (select run_number from runs where id = '" + id + "')",
                    count,
                    Map.of("run", "c.run + copy.number"),
                    "");
        }
        connection.commit();
        connection.setAutoCommit(true);
        ground.settle(connection);
    }

    private void copy(String table, String which, int count, Map<String, String> changed, String how)
            throws SQLException {
        List<String> columns = columns(table);
        String sql = """
                insert into %s (%s) %s
                with recursive copy (number) as (select 1 union all select number + 1 from copy where number < ?)
                select %s from %s c, copy where %s
                """.formatted(
                        table,
                        String.join(", ", columns),
                        how,
                        columns.stream()
                                .map(column -> changed.getOrDefault(column, "c." + column))
                                .collect(joining(", ")),
                        table,
                        which);
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setInt(1, count);
            insert.executeUpdate();
        }
    }

    private List<String> columns(String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("select * from " + table + " where 1 = 0")) {
            ResultSetMetaData all = none.getMetaData();
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= all.getColumnCount(); i++) {
                columns.add(all.getColumnName(i));
            }
            return columns;
        }
    }

    private List<String> tablesOfRuns() throws SQLException {
        try (ResultSet found = connection.getMetaData().getColumns(null, connection.getSchema(), "%", "run")) {
            List<String> tables = new ArrayList<>();
            while (found.next()) {
                tables.add(found.getString("TABLE_NAME"));
            }
            return tables;
        }
    }
}
