package io.stepgraph.postgres;

import io.stepgraph.jdbc.ListReader;
import io.stepgraph.jdbc.ListSql;
import io.stepgraph.jdbc.NamedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
        return Objects.requireNonNull(session.transaction(subject, sql -> {
            List<NamedStatement> opened = new ArrayList<>();
            try {
                ListReader.Statements statements = text -> {
                    NamedStatement statement = sql.of(text);
                    opened.add(statement);
                    return statement;
                };
                long now = Objects.requireNonNull(statements.of(PostgresSql.NOW).first(row -> row.getLong("now")));
                return work.run(statements, () -> now);
            } finally {
                for (NamedStatement statement : opened) {
                    statement.close();
                }
            }
        }));
    }

    @Override
    public void set(NamedStatement statement, String name, Instant time) throws SQLException {
        statement.set(name, time);
    }
}
