package io.stepgraph.postgres;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.jdbc.SchemaScripts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a schema before anything in it is changed, and brings it to the version of this build (S4). If several
 * programs do so at once, a lock orders them: the second finds the result of the first. A program that may only read
 * and write rows is enough where that has been done.
 */
final class PostgresSchema {
    private static final String APPLICATION = "Stepgraph";
    private static final int OLDEST_SERVER = 14;
    private static final int META_COLUMNS = 3;

    private static final Logger log = LoggerFactory.getLogger(PostgresSchema.class);

    private final Connection connection;
    private final String schema;
    private final String quotedSchema;
    private final SchemaScripts scripts;
    private final PostgresErrors errors;

    PostgresSchema(
            Connection connection, String schema, String quotedSchema, SchemaScripts scripts, PostgresErrors errors) {
        this.connection = connection;
        this.scripts = scripts;
        this.schema = schema;
        this.quotedSchema = quotedSchema;
        this.errors = errors;
    }

    private record Server(int version, String versionName, String encoding, String isolation, boolean hasLz4) {}

    private record Identity(boolean isThere, int things, int metaColumns) {}

    private record Versions(String application, int version, int minReader) {}

    /** Leaves the database with a schema that this build can use. */
    void prepare() throws SQLException {
        connection.setAutoCommit(true);
        Server server = server();
        if (version() == scripts.latest()) {
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
        try (NamedStatement lock = statement(PostgresTables.LOCK_SCHEMA)) {
            lock.set("schema", schema).any();
        }
        int version = version();
        Identity identity = identity();
        if (identity != null && !identity.isThere) {
            execute(PostgresTables.CREATE_SCHEMA);
        }
        if (version == scripts.latest()) {
            return;
        }
        for (String sql : scripts.from(version)) {
            execute(sql);
        }
        if (version == SchemaScripts.NOTHING) {
            for (String sql : server.hasLz4 ? PostgresTables.USE_LZ4 : PostgresTables.USE_NO_COMPRESSION) {
                execute(sql);
            }
        }
        try (NamedStatement set = statement(PostgresTables.SET_VERSIONS)) {
            set.set("version", scripts.latest())
                    .set("min_reader", scripts.minReader())
                    .update();
        }
        log.debug("Brought schema {} from version {} to {}", schema, version, scripts.latest());
    }

    private Server server() throws SQLException {
        try (NamedStatement ask = statement(PostgresTables.SERVER)) {
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

    /**
     * The version of the schema if this build can use it, or can make it so; {@link SchemaScripts#NOTHING} if it is
     * empty.
     */
    private int version() throws SQLException {
        Identity identity = identity();
        if (identity == null || identity.things == 0) {
            return SchemaScripts.NOTHING;
        }
        Versions stored = identity.metaColumns == META_COLUMNS ? versions() : null;
        if (stored == null || !stored.application.equals(APPLICATION)) {
            throw errors.unreadable("is of another program; choose another schema");
        }
        String refusal = scripts.refusal(stored.version, stored.minReader, "schema");
        if (refusal != null) {
            throw errors.unreadable(refusal);
        }
        return Math.min(stored.version, scripts.latest());
    }

    private @Nullable Identity identity() throws SQLException {
        try (NamedStatement identity = statement(PostgresTables.IDENTITY)) {
            return identity.set("schema", schema)
                    .first(row ->
                            new Identity(row.getBoolean("is_there"), row.getInt("things"), row.getInt("meta_columns")));
        }
    }

    private @Nullable Versions versions() throws SQLException {
        try (NamedStatement versions = statement(PostgresTables.VERSIONS)) {
            return versions.first(
                    row -> new Versions(row.getString("application"), row.getInt("version"), row.getInt("min_reader")));
        }
    }

    private NamedStatement statement(String sql) throws SQLException {
        return new NamedStatement(connection, PostgresSql.query(sql, quotedSchema));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(PostgresSql.inSchema(sql, quotedSchema));
        }
    }
}
