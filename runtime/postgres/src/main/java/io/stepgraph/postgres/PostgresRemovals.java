package io.stepgraph.postgres;

import io.stepgraph.jdbc.Removals;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.store.RunKey;
import java.sql.SQLException;
import java.util.List;

/** Removes runs, and their events after them, so that the last events are seen. */
final class PostgresRemovals extends Removals {
    private final Hints hints;

    PostgresRemovals(PostgresSession session, PostgresEffects effects, Hints hints) {
        super(session, effects, PostgresSql.REMOVALS);
        this.hints = hints;
    }

    @Override
    public boolean delete(RunKey key) {
        boolean isDeleted = super.delete(key);
        hints.changed(key);
        return isDeleted;
    }

    @Override
    protected void removed(Tx tx, List<Long> runs) throws SQLException {
        tx.sql(PostgresSql.DELETE_EVENTS)
                .set("runs", "bigint", runs.toArray(Long[]::new))
                .update();
    }
}
