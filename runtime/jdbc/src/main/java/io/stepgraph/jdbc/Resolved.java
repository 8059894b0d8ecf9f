package io.stepgraph.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * An effect that a decision has resolved, to be told in the log of its run.
 *
 * @param run the number of its run
 * @param step its step
 * @param visit its visit
 */
public record Resolved(long run, String step, long visit) {

    /** Reads the columns {@code run}, {@code step} and {@code visit}. */
    public static Resolved read(ResultSet row) throws SQLException {
        return new Resolved(row.getLong("run"), row.getString("step"), row.getLong("visit"));
    }
}
