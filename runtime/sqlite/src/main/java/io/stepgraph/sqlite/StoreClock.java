package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Sightings;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.MachineClock;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of a machine, as all programs that have the file open count them (L1). The file keeps a row for each
 * monotonic clock, with its {@code start}: this plus the clock gives times near those of the wall clock, so that one
 * index serves times of both. What another monotonic clock has counted, such as that of an earlier boot, tells this one
 * nothing: a lease or a call of such a row lasts its full length from the moment on when this store first sees the row.
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
        this.sightings = new Sightings(machine::millis);
    }

    /** The clock of a file that was not asked for its row yet. */
    static StoreClock unknown(MachineClock machine) {
        return new StoreClock(machine, 0, 0);
    }

    /** Finds the row of a clock in the file. */
    static @Nullable StoreClock find(Tx tx, MachineClock machine) throws SQLException {
        return tx.sql(SqliteTables.FIND_CLOCK)
                .set("name", machine.name())
                .first(row -> new StoreClock(machine, row.getLong("clock"), row.getLong("start")));
    }

    /** Adds the row of a clock, unless it is there. */
    static StoreClock add(Tx tx, MachineClock machine) throws SQLException {
        tx.sql(SqliteTables.ADD_CLOCK)
                .set("name", machine.name())
                .set("start", machine.wall().toEpochMilli() - machine.millis())
                .update();
        return Objects.requireNonNull(find(tx, machine));
    }

    long number() {
        return number;
    }

    /** The wall clock. */
    long wall() {
        return machine.wall().toEpochMilli();
    }

    /** The monotonic clock, in times near those of the wall clock. */
    long monotonic() {
        return start + machine.millis();
    }

    /** Whether the processes of the machine share the monotonic clock. */
    boolean isShared() {
        return machine.isShared();
    }

    /** How much time is left of something that another clock has counted; see {@link Sightings#left}. */
    long left(Object row, long length) {
        return sightings.left(row, length);
    }
}
