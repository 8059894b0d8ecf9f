package io.stepgraph.benchmarks.growth;

import io.stepgraph.benchmarks.Workplace;
import io.stepgraph.benchmarks.postgres.Server;
import io.stepgraph.benchmarks.sqlite.Disk;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A new database: for a store, and for SQL beside it. */
public abstract class Ground implements AutoCloseable {

    /** Which database. */
    public enum Kind {
        /** A file where bringing data to the disk takes least: what grows would hide behind the disk. */
        SQLITE {
            @Override
            Ground create() {
                return new SqliteGround();
            }
        },

        /** A server, its files on the disk that holds this module. */
        POSTGRES {
            @Override
            Ground create() throws IOException {
                return new PostgresGround();
            }
        };

        abstract Ground create() throws IOException;
    }

    /** Opens the store. */
    abstract Store open();

    /** Connects beside it, to where the tables of the store are. */
    abstract Connection connect() throws SQLException;

    /** How to insert rows with given values for a column that the database numbers itself. */
    abstract String insertNumbered();

    /** Has the database do now what it would do some time after many rows were written. */
    abstract void settle(Connection connection) throws SQLException;

    @Override
    public abstract void close() throws IOException;

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static final class SqliteGround extends Ground {
        private final Path folder = Disk.calmest().newFolder();

        @Override
        Store open() {
            return SqliteStore.open(folder.resolve("runs.db"));
        }

        @Override
        Connection connect() throws SQLException {
            return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("runs.db"));
        }

        @Override
        String insertNumbered() {
            return "";
        }

        @Override
        void settle(Connection connection) throws SQLException {
            execute(connection, "pragma wal_checkpoint(truncate)");
        }

        @Override
        public void close() {
            Workplace.delete(folder);
        }
    }

    private static final class PostgresGround extends Ground {
        private final Server server;

        PostgresGround() throws IOException {
            server = Server.start();
        }

        @Override
        Store open() {
            return PostgresStore.builder(server.url()).open();
        }

        @Override
        Connection connect() throws SQLException {
            Connection connection = server.connect();
            connection.setSchema("stepgraph");
            return connection;
        }

        @Override
        String insertNumbered() {
            return "overriding system value";
        }

        @Override
        void settle(Connection connection) throws SQLException {
            execute(
                    connection,
                    "select setval(pg_get_serial_sequence('runs', 'run_number'), (select max(run_number) from runs))",
                    "vacuum analyze",
                    "checkpoint");
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
