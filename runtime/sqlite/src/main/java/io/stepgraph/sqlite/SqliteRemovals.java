package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Removals;
import io.stepgraph.jdbc.Tx;
import java.util.List;

/** Removes runs; the foreign keys of their rows remove what belongs to them. */
final class SqliteRemovals extends Removals {
    SqliteRemovals(SqliteSession session, SqliteEffects effects) {
        super(session, effects, SqliteSql.REMOVALS);
    }

    @Override
    protected void removed(Tx tx, List<Long> runs) {}
}
