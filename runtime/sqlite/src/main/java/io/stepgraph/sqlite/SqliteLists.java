package io.stepgraph.sqlite;

import io.stepgraph.jdbc.ListReader;
import io.stepgraph.jdbc.ListSql;
import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.sqlite.StoreClock.Moment;
import java.sql.SQLException;
import java.time.Instant;

/** The lists of runs in the file. */
final class SqliteLists implements ListReader.Session {
    /** Their statements. */
    static final ListSql SQL = new ListSql(
            "",
            "%s",
            "cast(%s as blob)",
            "wake_at + iif(due_at is null or reason_kind = 'delayed', :ahead, 0)",
            "lease_until, lease_clock, period");

    private final SqliteSession session;

    SqliteLists(SqliteSession session) {
        this.session = session;
    }

    @Override
    public <T> T read(String subject, ListReader.Work<T> work) {
        return session.read(subject, () -> {
            Moment now = session.now();
            return work.run(text -> now.set(session.sql(text)), now);
        });
    }

    @Override
    public void set(NamedStatement statement, String name, Instant time) throws SQLException {
        statement.set(name, SqliteRuns.millis(time));
    }
}
