package io.stepgraph.jdbc;

import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Commit;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One execution of a {@link PostgresQuery}. The driver keeps what the server has prepared, so that it is cheap to make. */
final class PostgresStatement implements AutoCloseable {
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    private final Connection connection;
    private final PostgresQuery query;
    private final PreparedStatement prepared;

    PostgresStatement(Connection connection, PostgresQuery query) throws SQLException {
        this.connection = connection;
        this.query = query;
        this.prepared = connection.prepareStatement(query.jdbc());
    }

    PostgresStatement set(String name, @Nullable String text) throws SQLException {
        for (int index : query.indexes(name)) {
            prepared.setString(index, text);
        }
        return this;
    }

    PostgresStatement set(String name, long number) throws SQLException {
        for (int index : query.indexes(name)) {
            prepared.setLong(index, number);
        }
        return this;
    }

    PostgresStatement set(String name, @Nullable Long number) throws SQLException {
        for (int index : query.indexes(name)) {
            prepared.setObject(index, number, Types.BIGINT);
        }
        return this;
    }

    PostgresStatement set(String name, boolean flag) throws SQLException {
        for (int index : query.indexes(name)) {
            prepared.setBoolean(index, flag);
        }
        return this;
    }

    PostgresStatement set(String name, @Nullable Duration time) throws SQLException {
        for (int index : query.indexes(name)) {
            if (time == null) {
                prepared.setNull(index, Types.BIGINT);
            } else {
                prepared.setLong(index, time.toMillis());
            }
        }
        return this;
    }

    /** A time; one that no run has seen is before or after all of them, since the server's calendar is shorter than Java's. */
    PostgresStatement set(String name, Instant time) throws SQLException {
        OffsetDateTime at = time.isBefore(Instant.EPOCH)
                ? OffsetDateTime.MIN
                : time.isAfter(LAST) ? OffsetDateTime.MAX : time.atOffset(ZoneOffset.UTC);
        for (int index : query.indexes(name)) {
            prepared.setObject(index, at);
        }
        return this;
    }

    PostgresStatement set(String name, @Nullable Json document) throws SQLException {
        for (int index : query.indexes(name)) {
            prepared.setBytes(index, document == null ? null : document.utf8());
        }
        return this;
    }

    PostgresStatement set(String name, Long[] numbers) throws SQLException {
        return set(name, "bigint", numbers);
    }

    PostgresStatement set(String name, String[] texts) throws SQLException {
        return set(name, "text", texts);
    }

    /** The driver sends arrays of these types as they are, and all others as text. */
    private PostgresStatement set(String name, String type, Object[] elements) throws SQLException {
        for (int index : query.indexes(name)) {
            prepared.setArray(index, connection.createArrayOf(type, elements));
        }
        return this;
    }

    PostgresStatement set(String name, List<@Nullable Json> documents) throws SQLException {
        byte[] @Nullable [] utf8 = new byte[documents.size()][];
        for (int i = 0; i < utf8.length; i++) {
            Json document = documents.get(i);
            utf8[i] = document == null ? null : document.utf8();
        }
        return set(name, "bytea", utf8);
    }

    /** What each commit has to say, apart from how the run goes on. */
    PostgresStatement set(Lease lease, Commit commit) throws SQLException {
        return set("run", lease.incarnation())
                .set("scope", lease.key().scope())
                .set("token", lease.token())
                .set("revision", commit.revision())
                .set("control", commit.control())
                .set("fingerprint", commit.fingerprint())
                .set(commit.checkpoint())
                .set("state", commit.checkpoint().state())
                .setEvents(commit.events());
    }

    /** A run as it was seen, which it still has to be. */
    PostgresStatement setSeen(RunRecord seen) throws SQLException {
        return set("run", seen.incarnation())
                .set("scope", seen.key().scope())
                .set("token", seen.token())
                .set("revision", seen.revision())
                .set("status", seen.status().name());
    }

    PostgresStatement set(RunKey key) throws SQLException {
        return set("scope", key.scope()).set("id", key.id());
    }

    /** The next owner; null for nobody. */
    PostgresStatement set(@Nullable Claim claim) throws SQLException {
        Owner owner = claim == null ? null : claim.owner();
        return set("machine", owner == null ? null : owner.machine())
                .set("boot", owner == null ? null : owner.boot())
                .set("pid", owner == null ? null : (Long) owner.pid())
                .set("process_start", owner == null ? null : (Long) owner.processStart())
                .set("runner", owner == null ? null : owner.runner())
                .set("lease", claim == null ? null : claim.lease());
    }

    /** All of a checkpoint but its state, which not every statement writes. */
    PostgresStatement set(Checkpoint checkpoint) throws SQLException {
        return set("step", checkpoint.step())
                .set("visit", checkpoint.visit())
                .set("attempt", checkpoint.attempt())
                .set("crashes", checkpoint.crashes())
                .set("budget_from", checkpoint.budgetFrom())
                .set("marks", checkpoint.marks())
                .set("input", checkpoint.input());
    }

    /** What is kept of how a run ended. */
    PostgresStatement setEnd(Rest rest) throws SQLException {
        return set("cancel_by", rest instanceof Rest.Cancelled cancelled ? cancelled.by() : null)
                .set("failure", rest instanceof Rest.Failed failed ? failed.failure() : null)
                .set("output", rest instanceof Rest.Succeeded succeeded ? succeeded.output() : null);
    }

    /** What the write adds to the run's log: one row, however many events. */
    PostgresStatement setEvents(List<Json> events) throws SQLException {
        return set("count", events.size()).set("events", JsonArrays.of(events));
    }

    /** Executes what gives no rows, and says how many it changed. */
    int update() throws SQLException {
        return prepared.executeUpdate();
    }

    /** Executes it, and reads the first row, or null if there is none. */
    <T> @Nullable T first(Row<T> row) throws SQLException {
        try (ResultSet rows = prepared.executeQuery()) {
            return rows.next() ? row.read(rows) : null;
        }
    }

    /** Executes it, and says whether there is a row. */
    boolean any() throws SQLException {
        try (ResultSet rows = prepared.executeQuery()) {
            return rows.next();
        }
    }

    /** Executes it, and reads all rows. */
    <T> List<T> all(Row<T> row) throws SQLException {
        List<T> all = new ArrayList<>();
        try (ResultSet rows = prepared.executeQuery()) {
            while (rows.next()) {
                all.add(row.read(rows));
            }
        }
        return all;
    }

    /** Executes two statements, and reads all rows of the second. */
    <T> List<T> allOfSecond(Row<T> row) throws SQLException {
        List<T> all = new ArrayList<>();
        if (prepared.execute() && prepared.getMoreResults()) {
            try (ResultSet rows = prepared.getResultSet()) {
                while (rows.next()) {
                    all.add(row.read(rows));
                }
            }
        }
        return all;
    }

    /** Makes a run of its row. */
    static RunRecord run(ResultSet row) throws SQLException {
        return RowReader.read(row, row.getLong("read_at"));
    }

    @Override
    public void close() throws SQLException {
        prepared.close();
    }

    /** Reads one row. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }
}
