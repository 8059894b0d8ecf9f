package io.stepgraph.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what a file is before anything in it is changed, and makes a database of an empty one (S4). Two processes that
 * do so at once are put in order by SQLite's lock for writing: the second finds what the first has made.
 */
final class SqliteSchema {
    /** The version of the schema that this build creates. */
    static final int VERSION = 7;

    /** The oldest version whose builds can use what this build writes. */
    static final int MIN_READER = 7;

    private static final Logger log = LoggerFactory.getLogger(SqliteSchema.class);
    private static final long RETRY_NANOS = Duration.ofMillis(5).toNanos();

    private final Connection connection;
    private final SqliteErrors errors;
    private final long busyNanos;

    SqliteSchema(Connection connection, SqliteErrors errors, Duration busyTimeout) {
        this.connection = connection;
        this.errors = errors;
        this.busyNanos = busyTimeout.toNanos();
    }

    private enum Kind {
        EMPTY,
        STEPGRAPH,
        FOREIGN
    }

    private record Versions(int version, int minReader) {}

    /** Leaves the database in WAL mode, with a schema that this build can use. */
    void prepare() throws SQLException {
        Kind kind = kind();
        boolean isOld = kind == Kind.STEPGRAPH && checkedVersion() < VERSION;
        if (kind != Kind.FOREIGN) {
            useWal();
        }
        if (kind == Kind.EMPTY || isOld) {
            kind = createOrMigrate();
        }
        if (kind == Kind.FOREIGN) {
            throw errors.unreadable("is a database of another program; choose another file");
        }
    }

    private Kind createOrMigrate() throws SQLException {
        execute(SqliteSql.BEGIN);
        try {
            Kind kind = kind();
            if (kind == Kind.EMPTY) {
                executeAll(SqliteTables.CREATE);
                log.debug("Created a database of schema version {}", VERSION);
                kind = Kind.STEPGRAPH;
            } else if (kind == Kind.STEPGRAPH) {
                migrate(checkedVersion());
            }
            execute(SqliteSql.COMMIT);
            return kind;
        } catch (SQLException | RuntimeException failed) {
            try {
                execute(SqliteSql.ROLLBACK);
            } catch (SQLException alreadyRolledBack) {
                failed.addSuppressed(alreadyRolledBack);
            }
            throw failed;
        }
    }

    private Kind kind() throws SQLException {
        Kind kind = query(SqliteTables.IDENTITY, row -> {
            if (row.getInt("application") == SqliteTables.APPLICATION_ID) {
                return Kind.STEPGRAPH;
            }
            return row.getInt("application") == 0 && row.getInt("things") == 0 ? Kind.EMPTY : Kind.FOREIGN;
        });
        return kind == null ? Kind.FOREIGN : kind;
    }

    private void migrate(int from) throws SQLException {
        for (int version = from; version < VERSION; version++) {
            executeAll(SqliteTables.MIGRATIONS.get(version - 1));
        }
        if (from < VERSION) {
            execute(SqliteTables.SET_VERSIONS);
            log.info("Brought a database of schema version {} to version {}", from, VERSION);
        }
    }

    private int checkedVersion() throws SQLException {
        Versions stored =
                query(SqliteTables.VERSIONS, row -> new Versions(row.getInt("version"), row.getInt("min_reader")));
        if (stored == null) {
            throw errors.unreadable("does not say its schema version; restore it from a backup");
        }
        if (stored.minReader > VERSION) {
            throw errors.unreadable("was written by a newer Stepgraph: its schema version is " + stored.version
                    + ", which builds of version " + stored.minReader
                    + " and later can use, and this one is of version "
                    + VERSION + "; take a newer Stepgraph");
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
                    throw errors.unavailable("cannot be written ahead of (its journal mode stays '" + mode
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

    private void executeAll(List<String> statements) throws SQLException {
        for (String sql : statements) {
            execute(sql);
        }
    }

    private <T> @Nullable T query(String sql, Statement.Row<T> row) throws SQLException {
        try (Statement statement = new Statement(connection, sql)) {
            return statement.first(row);
        }
    }

    private void execute(String sql) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
