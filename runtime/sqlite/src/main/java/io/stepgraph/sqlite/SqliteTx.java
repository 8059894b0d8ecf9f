package io.stepgraph.sqlite;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.RowClock;
import io.stepgraph.jdbc.RowReader;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SQL of a task, and its moment by both clocks of the machine, in milliseconds since 1970. */
final class SqliteTx implements Tx, RowClock {
    private final SqliteConnection connection;
    private final StoreClock clock;
    private final long wall;
    private final long monotonic;

    /** The moment by the clock of the queue. */
    private final long time;

    /** A task that begins now. */
    SqliteTx(SqliteConnection connection, StoreClock clock) {
        this.connection = connection;
        this.clock = clock;
        this.wall = clock.wall();
        this.monotonic = clock.monotonic();
        this.time = clock.isShared() ? monotonic : wall;
    }

    @Override
    public NamedStatement sql(String text) throws SQLException {
        NamedStatement statement = connection.sql(text);
        set(statement, "now", wall);
        set(statement, "monotonic", monotonic);
        set(statement, "time", time);
        set(statement, "clock", clock.number());
        set(statement, "ahead", wall - time);
        return statement;
    }

    private static void set(NamedStatement statement, String parameter, long value) throws SQLException {
        if (statement.has(parameter)) {
            statement.set(parameter, value);
        }
    }

    /** The moment by the wall clock, which a statement has as {@code :now}. */
    Instant moment() {
        return Instant.ofEpochMilli(wall);
    }

    @Override
    public RowClock clock() {
        return this;
    }

    @Override
    public @Nullable StoredRun find(RunKey key) throws SQLException {
        return sql(SqliteSql.FIND).set(key).first(row -> RowReader.read(row, this));
    }

    @Override
    public @Nullable RunHeader summary(RunKey key) throws SQLException {
        return sql(SqliteSql.FIND_SUMMARY).set(key).first(row -> RowReader.summary(row, this));
    }

    @Override
    public Connection connection() {
        return connection.get();
    }

    @Override
    public long now(ResultSet row) {
        return wall;
    }

    @Override
    public long leaseUntil(ResultSet row) throws SQLException {
        return until(row, "lease_until", "lease_clock", "period", "run_number", "fencing_token");
    }

    @Override
    public long callUntil(ResultSet row) throws SQLException {
        return until(row, "call_until", "call_clock", "call_timeout", "run", "visit");
    }

    private long until(ResultSet row, String until, String counter, String length, String... ids) throws SQLException {
        long stored = row.getLong(until);
        if (row.getLong(counter) == clock.number()) {
            return wall + stored - monotonic;
        }
        long lasts = row.getLong(length);
        List<Object> sighted = new ArrayList<>(List.of(until, stored, lasts));
        for (String id : ids) {
            sighted.add(row.getLong(id));
        }
        return wall + clock.left(sighted, lasts);
    }

    @Override
    public long dueAt(ResultSet row) throws SQLException {
        long stored = row.getLong("due_at");
        if ("delayed".equals(row.getString("reason_kind"))) {
            return wall + stored - time;
        }
        return row.getLong("wake_at") == SqliteSql.EXPIRED_FOR_GOOD && !row.wasNull() ? Math.min(stored, wall) : stored;
    }
}
