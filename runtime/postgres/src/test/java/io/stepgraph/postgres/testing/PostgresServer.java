package io.stepgraph.postgres.testing;

import io.stepgraph.jdbc.testing.Database;
import io.stepgraph.postgres.PostgresStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The Postgres server of all tests of this module, started by the first that asks for it. Each test has a schema of its
 * own. Its {@code synchronous_commit} is off, so that a store that relied on the setting would be found out.
 */
public final class PostgresServer {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private PostgresServer() {}

    private static final class Shared {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .start();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    /** Where the server is. */
    public static String url() {
        return Shared.SERVER.getJdbcUrl("postgres", "postgres");
    }

    public static int port() {
        return Shared.SERVER.getPort();
    }

    /** The name of a schema that nobody has used. */
    public static String newSchema() {
        return "test " + SCHEMAS.incrementAndGet();
    }

    public static PostgresStore open(String schema) {
        return PostgresStore.builder(url()).schema(schema).open();
    }

    public static Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    /** Executes SQL in a schema. */
    public static void execute(String schema, String... statements) throws SQLException {
        try (Connection connection = connect()) {
            connection.setSchema(schema);
            for (String sql : statements) {
                try (java.sql.Statement statement = connection.createStatement()) {
                    statement.execute(sql);
                }
            }
        }
    }

    /** Lets the clock of a store's schema tell this time of the server and so much more. */
    public static void setClock(String schema, String time, Duration ahead) {
        change(schema, """
                create or replace function clock(since timestamptz) returns timestamptz
                    language sql volatile
                    as 'select greatest(date_trunc(''milliseconds'', %s) + %s * interval ''1 millisecond'', since)'
                """.formatted(time, ahead.toMillis()));
    }

    /** Deletes all runs of a store's schema, and what belongs to them. */
    public static void empty(String schema) {
        change(
                schema,
                "delete from runs",
                "delete from events",
                "delete from threads",
                "delete from effect_keys",
                "update meta set notices_from = null");
    }

    private static void change(String schema, String... statements) {
        try {
            execute(schema, statements);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The first row of a query in a schema. */
    public static List<@Nullable String> query(String schema, String sql) throws SQLException {
        try (Connection connection = connect()) {
            connection.setSchema(schema);
            return Database.query(connection, sql);
        }
    }

    /** A transaction of somebody else, after this query; it is rolled back when it is closed. */
    public static Connection holding(String schema, String query) throws SQLException {
        Connection other = connect();
        other.setSchema(schema);
        other.setAutoCommit(false);
        Database.query(other, query);
        return other;
    }

    /** Columns of the statements of a schema that wait for the lock of a run. */
    public static String waiting(String schema, String columns) {
        return "select " + columns + " from pg_stat_activity where wait_event_type = 'Lock' and query like '%\""
                + schema + "\".runs%'";
    }

    /** Waits until so many statements of a schema wait for the lock of a run. */
    public static void awaitWaiting(String schema, int count) throws SQLException, InterruptedException {
        await(schema, waiting(schema, "count(*)"), Integer.toString(count));
    }

    /** Asks in a schema until the answer is this one, or the test has taken too long and is interrupted. */
    public static void await(String schema, String query, String answer) throws SQLException, InterruptedException {
        try (Connection connection = connect()) {
            connection.setSchema(schema);
            while (!Database.query(connection, query).equals(List.of(answer))) {
                if (Thread.interrupted()) {
                    throw new InterruptedException(query);
                }
                Thread.onSpinWait();
            }
        }
    }
}
