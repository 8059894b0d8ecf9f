package io.stepgraph.sqlite;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.SchemaScripts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a file before anything in it is changed, and creates the schema in an empty file (S4). If two processes do so
 * at once, SQLite's write lock orders them: the second finds the schema of the first.
 */
final class SqliteSchema {
    private static final Logger log = LoggerFactory.getLogger(SqliteSchema.class);
    private static final long RETRY_NANOS = Duration.ofMillis(5).toNanos();

    private final Connection connection;
    private final SchemaScripts scripts;
    private final SqliteErrors errors;
    private final long busyNanos;

    SqliteSchema(Connection connection, SchemaScripts scripts, SqliteErrors errors, Duration busyTimeout) {
        this.connection = connection;
        this.scripts = scripts;
        this.errors = errors;
        this.busyNanos = busyTimeout.toNanos();
    }

    private record Identity(int application, int things) {}

    private record Versions(int version, int minReader) {}

    /** Leaves the database in WAL mode, with a schema that this build can use. */
    void prepare() throws SQLException {
        int version = version();
        useWal();
        if (version < scripts.latest()) {
            migrate();
        }
    }

    private void migrate() throws SQLException {
        execute(SqliteSql.BEGIN);
        try {
            migrate(version());
            execute(SqliteSql.COMMIT);
        } catch (SQLException | RuntimeException failed) {
            try {
                execute(SqliteSql.ROLLBACK);
            } catch (SQLException alreadyRolledBack) {
                failed.addSuppressed(alreadyRolledBack);
            }
            throw failed;
        }
    }

    private void migrate(int from) throws SQLException {
        if (from >= scripts.latest()) {
            return;
        }
        for (String sql : scripts.from(from)) {
            execute(sql);
        }
        try (NamedStatement set = statement(SqliteTables.SET_VERSIONS)) {
            set.set("version", scripts.latest())
                    .set("min_reader", scripts.minReader())
                    .update();
        }
        log.debug("Brought a database from schema version {} to {}", from, scripts.latest());
    }

    /**
     * The version of the schema, if this build can use it or bring it to its own; {@link SchemaScripts#NOTHING} if
     * empty.
     */
    private int version() throws SQLException {
        Identity identity = Objects.requireNonNull(
                query(SqliteTables.IDENTITY, row -> new Identity(row.getInt("application"), row.getInt("things"))));
        if (identity.application == 0 && identity.things == 0) {
            return SchemaScripts.NOTHING;
        }
        if (identity.application != SqliteTables.APPLICATION_ID) {
            throw errors.unreadable("is a database of another program; choose another file");
        }
        Versions stored =
                query(SqliteTables.VERSIONS, row -> new Versions(row.getInt("version"), row.getInt("min_reader")));
        if (stored == null) {
            throw errors.unreadable("does not say its schema version; restore it from a backup");
        }
        String refusal = scripts.refusal(stored.version, stored.minReader, "file");
        if (refusal != null) {
            throw errors.unreadable(refusal);
        }
        return stored.version;
    }

    /** Turning WAL on does not wait for others, as other statements do: so that is done here. */
    private void useWal() throws SQLException {
        long begin = System.nanoTime();
        while (true) {
            try {
                String mode = query(SqliteTables.USE_WAL, row -> row.getString(1));
                if (!"wal".equals(mode)) {
                    throw errors.unavailable("cannot use a write-ahead log (its journal mode stays '" + mode
                            + "'), as on network file systems; put it on a local disk");
                }
                return;
            } catch (SQLException busy) {
                if (SqliteErrors.code(busy) != SqliteErrors.BUSY || System.nanoTime() - begin > busyNanos) {
                    throw busy;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private <T> @Nullable T query(String sql, NamedStatement.Row<T> row) throws SQLException {
        try (NamedStatement statement = statement(sql)) {
            return statement.first(row);
        }
    }

    private NamedStatement statement(String sql) throws SQLException {
        return new NamedStatement(connection, SqliteSql.query(sql));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
