package io.stepgraph.jdbc;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.StoredMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes a message of its row. */
public final class MessageReader {
    /** The columns of {@link #read}, of the table {@code m}; a statement adds {@code is_passed}. */
    public static final String MESSAGE = """
            m.number, m.mailbox, m.id, m.hash, m.told_by, m.taken_in, m.message, m.reply,
                   stepgraph.millis(m.told_at) as told_at
            """;

    private MessageReader() {}

    public static StoredMessage read(ResultSet row) throws SQLException {
        return new StoredMessage(
                row.getLong("number"),
                row.getString("mailbox"),
                row.getString("id"),
                document(row, "message"),
                row.getString("hash"),
                row.getString("told_by"),
                Instant.ofEpochMilli(row.getLong("told_at")),
                number(row, "taken_in"),
                document(row, "reply"),
                row.getBoolean("is_passed"));
    }

    /** Reads the message of a row that may have none. */
    static @Nullable StoredMessage readOrNull(ResultSet row) throws SQLException {
        return number(row, "number") == null ? null : read(row);
    }

    private static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : (Long) number;
    }

    private static @Nullable Json document(ResultSet row, String column) throws SQLException {
        byte[] utf8 = row.getBytes(column);
        return utf8 == null ? null : new Json(utf8);
    }
}
