package io.stepgraph.sqlite;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.jdbc.SchemaScripts;
import io.stepgraph.jdbc.Tx;
import io.stepgraph.runtime.MachineClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;

/** Stores whose connection a test can reach. */
final class Sessions {
    private Sessions() {}

    static SqliteSession open(Path file, Duration timeout) {
        return open(file, timeout, SqliteTables.SCRIPTS);
    }

    static SqliteSession open(Path file, Duration timeout, SchemaScripts scripts) {
        SqliteErrors errors = new SqliteErrors(file, timeout);
        return new SqliteSession(new SqliteFile(file, timeout, scripts, errors), errors, MachineClock.system());
    }

    /** The connection of a store that nobody uses now. */
    static Connection connection(SqliteSession session) {
        return session.read(Subject.of("The test"), Tx::connection);
    }
}
