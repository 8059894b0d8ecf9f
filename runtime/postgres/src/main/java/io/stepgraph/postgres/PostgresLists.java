package io.stepgraph.postgres;

import io.stepgraph.jdbc.ListReader;
import io.stepgraph.jdbc.ListSql;
import io.stepgraph.jdbc.NamedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;

/** The lists of runs in the database. */
final class PostgresLists implements ListReader.Session {
    /** Their statements. */
    static final ListSql SQL = new ListSql(
            "stepgraph.", "stepgraph.millis(%s)", "%s", "wake_at", "stepgraph.millis(lease_until) as lease_until");

    private final PostgresSession session;

    PostgresLists(PostgresSession session) {
        this.session = session;
    }

    @Override
    public <T> T read(String subject, ListReader.Work<T> work) {
        return session.transaction(subject, sql -> {
            long now = Objects.requireNonNull(sql.of(PostgresSql.NOW).first(row -> row.getLong("now")));
            return work.run(sql::of, () -> now);
        });
    }

    @Override
    public void set(NamedStatement statement, String name, Instant time) throws SQLException {
        statement.set(name, time);
    }
}
