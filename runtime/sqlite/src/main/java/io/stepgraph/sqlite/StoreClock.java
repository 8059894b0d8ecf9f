package io.stepgraph.sqlite;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.RowClock;
import io.stepgraph.jdbc.Sightings;
import io.stepgraph.store.MachineClock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of a machine, as all programs that have the file open count them (L1). The file keeps a row for each monotonic
 * clock, with its {@code start}: this plus the clock gives times near those of the wall clock, so that one index serves times
 * of both. What another monotonic clock has counted, such as that of an earlier boot, tells this one nothing: a lease or a call
 * of such a row lasts its full length from the moment on when this store first sees the row.
 *
 * <p>The queue goes by the monotonic clock if the processes of the machine share it, else by the wall clock.
 */
final class StoreClock {
    private final MachineClock machine;
    private final long number;
    private final long start;
    private final Sightings sightings;

    private StoreClock(MachineClock machine, long number, long start) {
        this.machine = machine;
        this.number = number;
        this.start = start;
        this.sightings = new Sightings(machine::monotonic);
    }

    /** Finds the row of a clock in the file, or adds it. */
    static StoreClock open(SqliteConnection connection, MachineClock machine) throws SQLException {
        StoreClock known = find(connection, machine);
        return known != null ? known : Objects.requireNonNull(connection.transaction(() -> add(connection, machine)));
    }

    private static StoreClock add(SqliteConnection connection, MachineClock machine) throws SQLException {
        connection
                .sql(SqliteTables.ADD_CLOCK)
                .set("name", machine.name())
                .set("start", machine.wall().toEpochMilli() - machine.monotonic())
                .update();
        StoreClock added = Objects.requireNonNull(find(connection, machine));
        for (String adjust : SqliteTables.ADJUST_TIMES) {
            added.now().set(connection.sql(adjust)).update();
        }
        return added;
    }

    private static @Nullable StoreClock find(SqliteConnection connection, MachineClock machine) throws SQLException {
        return connection
                .sql(SqliteTables.FIND_CLOCK)
                .set("name", machine.name())
                .first(row -> new StoreClock(machine, row.getLong("clock"), row.getLong("start")));
    }

    /** The present moment. */
    Moment now() {
        long wall = machine.wall().toEpochMilli();
        long monotonic = start + machine.monotonic();
        return new Moment(wall, monotonic, machine.isShared() ? monotonic : wall);
    }

    /** A moment by both clocks, in milliseconds since 1970. */
    final class Moment implements RowClock {
        private final long wall;
        private final long monotonic;

        /** That of the queue. */
        private final long time;

        private Moment(long wall, long monotonic, long time) {
            this.wall = wall;
            this.monotonic = monotonic;
            this.time = time;
        }

        /** Sets the parameters of a statement that stand for the present. */
        NamedStatement set(NamedStatement statement) throws SQLException {
            if (statement.has("now")) {
                statement.set("now", wall);
            }
            if (statement.has("monotonic")) {
                statement.set("monotonic", monotonic);
            }
            if (statement.has("time")) {
                statement.set("time", time);
            }
            if (statement.has("clock")) {
                statement.set("clock", number);
            }
            if (statement.has("ahead")) {
                statement.set("ahead", wall - time);
            }
            return statement;
        }

        @Override
        public long now() {
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

        private long until(ResultSet row, String until, String clock, String length, String... ids)
                throws SQLException {
            long stored = row.getLong(until);
            if (row.getLong(clock) == number) {
                return wall + stored - monotonic;
            }
            long lasts = row.getLong(length);
            List<Object> sighted = new ArrayList<>(List.of(until, stored, lasts));
            for (String id : ids) {
                sighted.add(row.getLong(id));
            }
            return wall + sightings.left(sighted, lasts);
        }

        @Override
        public long dueAt(ResultSet row) throws SQLException {
            long stored = row.getLong("due_at");
            if ("delayed".equals(row.getString("reason_kind"))) {
                return wall + stored - time;
            }
            return row.getLong("wake_at") == SqliteSql.EXPIRED_FOR_GOOD && !row.wasNull()
                    ? Math.min(stored, wall)
                    : stored;
        }

        /** A date, in the times of the monotonic clock. */
        long monotonic(long date) {
            return date - wall + monotonic;
        }
    }
}
