package io.stepgraph.postgres;

import io.stepgraph.jdbc.Notices;
import io.stepgraph.jdbc.RowReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The notices: workers that claim at the same time never wait for each other. */
final class PostgresNotices extends Notices {
    private final PostgresSession session;

    PostgresNotices(PostgresSession session) {
        super(session, PostgresSql.NOTICES);
        this.session = session;
    }

    @Override
    public List<ClaimedNotice> claim(Set<String> graphs, Set<String> namespaces, int limit, Duration length) {
        List<ClaimedNotice> claimed = new ArrayList<>();
        return session.call(QUEUE, tx -> {
            bound(tx.sql(PostgresSql.SHARE + PostgresSql.CLAIM_NOTICES), graphs, namespaces, limit)
                    .set("length", length)
                    .executeAll(List.of(settings -> true, row -> claimed.add(RowReader.notice(row, tx.clock()))));
            return claimed;
        });
    }
}
