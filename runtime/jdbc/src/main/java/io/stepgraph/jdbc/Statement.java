package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A prepared statement whose parameters have names. Not safe for use by many threads. */
final class Statement implements AutoCloseable {
    private static final Pattern PARAMETER = Pattern.compile(":([a-z_]+)");

    private final PreparedStatement prepared;
    private final Map<String, Integer> indexes = new HashMap<>();

    Statement(Connection connection, String sql) throws SQLException {
        this.prepared = connection.prepareStatement(sql);
        // SQLite numbers named parameters by their first appearance.
        Matcher parameter = PARAMETER.matcher(sql);
        while (parameter.find()) {
            indexes.putIfAbsent(parameter.group(1), indexes.size() + 1);
        }
    }

    Statement set(String name, @Nullable String text) throws SQLException {
        prepared.setString(index(name), text);
        return this;
    }

    Statement set(String name, long number) throws SQLException {
        prepared.setLong(index(name), number);
        return this;
    }

    Statement set(String name, @Nullable Long number) throws SQLException {
        if (number == null) {
            prepared.setNull(index(name), Types.INTEGER);
        } else {
            prepared.setLong(index(name), number);
        }
        return this;
    }

    Statement set(String name, @Nullable Json document) throws SQLException {
        prepared.setBytes(index(name), document == null ? null : document.utf8());
        return this;
    }

    Statement set(RunKey key) throws SQLException {
        return set("scope", key.scope()).set("id", key.id());
    }

    /** A run by its number, in its scope. */
    Statement set(RunKey key, long incarnation) throws SQLException {
        return set("scope", key.scope()).set("run", incarnation);
    }

    /** What a run tells; none, if there is nothing. */
    Statement setEvents(List<Json> events) throws SQLException {
        return set("told", events.size()).set("events", events.isEmpty() ? null : JsonArrays.of(events));
    }

    /** A run as it was seen, which it still has to be. */
    Statement setSeen(RunRecord seen) throws SQLException {
        return set(seen.key(), seen.incarnation())
                .set("token", seen.token())
                .set("revision", seen.revision())
                .set("status", seen.status().name());
    }

    /** All of a checkpoint but its state, which not every statement writes. */
    Statement set(Checkpoint checkpoint) throws SQLException {
        return set("step", checkpoint.step())
                .set("visit", checkpoint.visit())
                .set("attempt", checkpoint.attempt())
                .set("crashes", checkpoint.crashes())
                .set("budget_from", checkpoint.budgetFrom())
                .set("marks", checkpoint.marks())
                .set("input", checkpoint.input());
    }

    /** The next owner; null for nobody. */
    Statement set(@Nullable Claim claim) throws SQLException {
        Owner owner = claim == null ? null : claim.owner();
        return set("machine", owner == null ? null : owner.machine())
                .set("boot", owner == null ? null : owner.boot())
                .set("pid", owner == null ? null : (Long) owner.pid())
                .set("process_start", owner == null ? null : (Long) owner.processStart())
                .set("runner", owner == null ? null : owner.runner())
                .set("lease", claim == null ? null : (Long) claim.lease().toMillis());
    }

    /** Executes it, and says how many rows it changed. */
    int update() throws SQLException {
        int rows = prepared.executeUpdate();
        forgetParameters();
        return rows;
    }

    /** Executes what is neither query nor change of rows. */
    void execute() throws SQLException {
        prepared.execute();
    }

    /** Reads the first row, or null if there is none. */
    <T> @Nullable T first(Row<T> row) throws SQLException {
        @Nullable T first;
        try (ResultSet rows = prepared.executeQuery()) {
            first = rows.next() ? row.read(rows) : null;
        }
        forgetParameters();
        return first;
    }

    /** Reads all rows. */
    <T> List<T> all(Row<T> row) throws SQLException {
        List<T> all = new ArrayList<>();
        try (ResultSet rows = prepared.executeQuery()) {
            while (rows.next()) {
                all.add(row.read(rows));
            }
        }
        forgetParameters();
        return all;
    }

    /** The driver and SQLite would otherwise hold copies of the last documents. */
    private void forgetParameters() throws SQLException {
        prepared.clearParameters();
    }

    @Override
    public void close() throws SQLException {
        prepared.close();
    }

    private int index(String name) {
        Integer index = indexes.get(name);
        if (index == null) {
            throw new IllegalArgumentException("There is no parameter :" + name);
        }
        return index;
    }

    /** Reads one row. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }
}
