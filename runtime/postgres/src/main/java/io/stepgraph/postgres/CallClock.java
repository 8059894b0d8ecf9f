package io.stepgraph.postgres;

import io.stepgraph.jdbc.RowClock;
import io.stepgraph.jdbc.Sightings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Computes when calls of effects are over: not before the server's clock says so, which may be set, and not before this
 * store has seen the call for its full length (E4, L1). Safe for use by many threads.
 */
final class CallClock implements RowClock {
    private final Sightings sightings;

    CallClock(LongSupplier monotonicMillis) {
        this.sightings = new Sightings(monotonicMillis);
    }

    @Override
    public long now(ResultSet row) throws SQLException {
        return row.getLong("read_at");
    }

    @Override
    public long leaseUntil(ResultSet row) throws SQLException {
        return row.getLong("lease_until");
    }

    @Override
    public long dueAt(ResultSet row) throws SQLException {
        return row.getLong("due_at");
    }

    @Override
    public long callUntil(ResultSet row) throws SQLException {
        long until = row.getLong("call_until");
        long length = row.getLong("call_timeout");
        List<Long> call = List.of(row.getLong("run"), row.getLong("visit"), until, length);
        return Math.max(until, now(row) + sightings.left(call, length));
    }
}
