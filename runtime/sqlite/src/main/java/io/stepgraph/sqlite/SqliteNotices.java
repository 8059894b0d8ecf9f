package io.stepgraph.sqlite;

import io.stepgraph.jdbc.JsonArrays;
import io.stepgraph.jdbc.Notices;
import io.stepgraph.jdbc.RowReader;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The notices: a worker that finds none only reads, and so delays no writer. */
final class SqliteNotices extends Notices {
    private final SqliteSession session;

    SqliteNotices(SqliteSession session) {
        super(session, SqliteSql.NOTICES);
        this.session = session;
    }

    @Override
    public List<ClaimedNotice> claim(Set<String> graphs, Set<String> namespaces, int limit, Duration length) {
        List<Long> found = session.read(
                QUEUE,
                tx -> bound(tx.sql(SqliteSql.CLAIMABLE_NOTICES), graphs, namespaces, limit)
                        .all(row -> row.getLong("run_number")));
        if (found.isEmpty()) {
            return List.of();
        }
        return session.write(
                QUEUE,
                tx -> tx.sql(SqliteSql.CLAIM_NOTICES)
                        .set("runs", JsonArrays.ofNumbers(found))
                        .set("length", length)
                        .all(row -> RowReader.notice(row, tx.clock())));
    }
}
