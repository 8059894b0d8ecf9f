package io.stepgraph.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** The clock of a store. It gives the times of a row as times of the wall clock, in milliseconds since 1970. */
public interface RowClock {

    /** When the row was read. */
    long now(ResultSet row) throws SQLException;

    /** Returns the time at which the lease of a run is over; not called for a run without one. */
    long leaseUntil(ResultSet row) throws SQLException;

    /** Returns the time at which a run is due; not called for a run that is due at no time. */
    long dueAt(ResultSet row) throws SQLException;

    /** Returns the time at which the last call of an effect is over. */
    long callUntil(ResultSet row) throws SQLException;
}
