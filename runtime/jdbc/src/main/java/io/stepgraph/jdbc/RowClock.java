package io.stepgraph.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The clock by which rows are read: it gives each stored time as a time of the wall clock, in milliseconds since 1970. The
 * methods are as in a store whose database has one clock.
 */
@FunctionalInterface
public interface RowClock {

    /** The present time. */
    long now();

    /** When the lease of a run is over; not called for a run without one. */
    default long leaseUntil(ResultSet row) throws SQLException {
        return row.getLong("lease_until");
    }

    /** When a run is due; not called for a run that is due at no time. */
    default long dueAt(ResultSet row) throws SQLException {
        return row.getLong("due_at");
    }

    /** When the last call of an effect is over. */
    default long callUntil(ResultSet row) throws SQLException {
        return row.getLong("call_until");
    }
}
