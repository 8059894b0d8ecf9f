package io.stepgraph.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what a schema is before anything in it is changed, and brings it to the version of this build (S4). Programs that
 * do so at once are put in order by a lock: the second finds what the first has made. A program that may only read and write
 * rows is enough where that has been done.
 */
final class PostgresSchema {
    /** What brings a schema from each version to the next; an empty one has version 0. */
    private static final List<List<String>> MIGRATIONS = List.of(
            PostgresTables.CREATE,
            PostgresTables.MIGRATE_FROM_1,
            PostgresTables.MIGRATE_FROM_2,
            PostgresTables.MIGRATE_FROM_3,
            PostgresTables.MIGRATE_FROM_4);

    /** The version of the schema that this build creates. */
    static final int VERSION = MIGRATIONS.size();

    /** The oldest version whose builds can use what this build writes. */
    static final int MIN_READER = 5;

    private static final String APPLICATION = "Stepgraph";
    private static final int OLDEST_SERVER = 14;
    private static final int MARKS = 3;

    private static final Logger log = LoggerFactory.getLogger(PostgresSchema.class);

    private final Connection connection;
    private final String schema;
    private final String quotedSchema;
    private final PostgresErrors errors;

    PostgresSchema(Connection connection, String schema, String quotedSchema, PostgresErrors errors) {
        this.connection = connection;
        this.schema = schema;
        this.quotedSchema = quotedSchema;
        this.errors = errors;
    }

    private record Server(int version, String versionName, String encoding, String isolation, boolean hasLz4) {}

    private record Identity(boolean isThere, int things, int marks) {}

    private record Versions(String application, int version, int minReader) {}

    /** Leaves the database with a schema that this build can use. */
    void prepare() throws SQLException {
        connection.setAutoCommit(true);
        Server server = server();
        if (version() == VERSION) {
            return;
        }
        connection.setAutoCommit(false);
        try {
            migrate(server);
            connection.commit();
        } catch (SQLException | RuntimeException failed) {
            try {
                connection.rollback();
            } catch (SQLException gone) {
                failed.addSuppressed(gone);
            }
            throw failed;
        }
        connection.setAutoCommit(true);
    }

    private void migrate(Server server) throws SQLException {
        execute(PostgresTables.WAIT_FOR_OTHERS);
        execute(PostgresTables.WAIT_FOR_THE_DISK);
        try (PostgresStatement lock = statement(PostgresTables.LOCK_SCHEMA)) {
            lock.set("schema", schema).any();
        }
        int version = version();
        Identity identity = identity();
        if (identity != null && !identity.isThere) {
            execute(PostgresTables.CREATE_SCHEMA);
        }
        for (int from = version; from < VERSION; from++) {
            for (String sql : MIGRATIONS.get(from)) {
                execute(sql);
            }
        }
        if (version == 0) {
            for (String sql : server.hasLz4 ? PostgresTables.USE_LZ4 : PostgresTables.USE_NO_COMPRESSION) {
                execute(sql);
            }
        }
        if (version < VERSION) {
            try (PostgresStatement set = statement(PostgresTables.SET_VERSIONS)) {
                set.set("version", VERSION).set("min_reader", MIN_READER).update();
            }
            log.debug("Brought schema {} from version {} to {}", schema, version, VERSION);
        }
    }

    private Server server() throws SQLException {
        try (PostgresStatement ask = statement(PostgresTables.SERVER)) {
            Server server = ask.first(row -> new Server(
                    row.getInt("version"),
                    row.getString("version_name"),
                    row.getString("encoding"),
                    row.getString("isolation"),
                    row.getBoolean("has_lz4")));
            if (server == null || server.version < OLDEST_SERVER) {
                throw errors.unreadable("is on a server that is too old (" + (server == null ? "" : server.versionName)
                        + "); take Postgres " + OLDEST_SERVER + " or later");
            }
            if (!server.encoding.equals("UTF8")) {
                throw errors.unreadable("is in a database with the encoding " + server.encoding
                        + ", which cannot keep every text; create one with the encoding UTF8");
            }
            if (!server.isolation.equals("read committed")) {
                throw errors.unreadable("was opened with connections whose transactions are " + server.isolation
                        + "; give it a data source whose transactions are read committed");
            }
            return server;
        }
    }

    /** The version of the schema if this build can use it, or can make it so; 0 if there is nothing in it. */
    private int version() throws SQLException {
        Identity identity = identity();
        if (identity == null || identity.things == 0) {
            return 0;
        }
        Versions stored = identity.marks == MARKS ? versions() : null;
        if (stored == null || !stored.application.equals(APPLICATION)) {
            throw errors.unreadable("is of another program; choose another schema");
        }
        if (stored.minReader > VERSION) {
            throw errors.unreadable("was written by a newer Stepgraph: its version is " + stored.version
                    + ", which builds of version " + stored.minReader
                    + " and later can use, and this one is of version "
                    + VERSION + "; take a newer Stepgraph");
        }
        return Math.min(stored.version, VERSION);
    }

    private @Nullable Identity identity() throws SQLException {
        try (PostgresStatement identity = statement(PostgresTables.IDENTITY)) {
            return identity.set("schema", schema)
                    .first(row -> new Identity(row.getBoolean("is_there"), row.getInt("things"), row.getInt("marks")));
        }
    }

    private @Nullable Versions versions() throws SQLException {
        try (PostgresStatement versions = statement(PostgresTables.VERSIONS)) {
            return versions.first(
                    row -> new Versions(row.getString("application"), row.getInt("version"), row.getInt("min_reader")));
        }
    }

    private PostgresStatement statement(String sql) throws SQLException {
        return new PostgresStatement(connection, PostgresQuery.of(sql, quotedSchema));
    }

    private void execute(String sql) throws SQLException {
        try (java.sql.Statement statement = connection.createStatement()) {
            statement.execute(PostgresQuery.inSchema(sql, quotedSchema));
        }
    }
}
