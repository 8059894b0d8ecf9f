package io.stepgraph.crash;

import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** The stores on disk. Each store goes by a name, by which a child process opens it too. */
enum Stores {
    /** A file; its name is {@code sqlite:} and the file. */
    SQLITE("main", "begin exclusive", "was locked by another program for longer than 1000 ms; end that program") {
        @Override
        String create(Path folder) {
            return "sqlite:" + folder.resolve("runs.db");
        }

        @Override
        Store connect(String name) {
            return SqliteStore.builder(Path.of(name.substring("sqlite:".length())))
                    .busyTimeout(BUSY)
                    .open();
        }

        @Override
        Connection other(String name) throws SQLException {
            return DriverManager.getConnection("jdbc:" + name);
        }

        @Override
        void drop(String name) {}
    },

    /** A schema of a server; its name is the URL of the server, and after a hash the schema. */
    POSTGRES(
            "public",
            "begin; lock table runs in exclusive mode",
            "another transaction holds the row; try again, and end that transaction") {
        @Override
        String create(Path folder) {
            return in(PostgresServer.url() + "&options=-c%20lock_timeout=" + BUSY.toMillis());
        }

        @Override
        Store connect(String name) {
            return PostgresStore.builder(url(name))
                    .schema(schema(name))
                    .connectionTimeout(DOWN)
                    .open();
        }

        @Override
        Connection other(String name) throws SQLException {
            Connection connection = DriverManager.getConnection(url(name));
            connection.setSchema(schema(name));
            return connection;
        }

        @Override
        void drop(String name) throws SQLException {
            execute(name, "drop schema if exists \"" + schema(name) + "\" cascade");
        }
    };

    /** Short, so that a lock is met more than once within a lease. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    /** The same for a server that is down, and longer than one takes that is only slow. */
    private static final Duration DOWN = Duration.ofSeconds(3);

    /** The schema of the program's own tables. */
    final String ownSchema;

    /** The line of another program that blocks all writes until it rolls back. */
    final String lock;

    /** The message that a caller gets if this takes too long. */
    final String complaintOfLock;

    Stores(String ownSchema, String lock, String complaintOfLock) {
        this.ownSchema = ownSchema;
        this.lock = lock;
        this.complaintOfLock = complaintOfLock;
    }

    /**
     * Names an empty store.
     *
     * @param folder a folder of its own
     */
    abstract String create(Path folder);

    abstract Store connect(String name);

    /** Another program at the same database. */
    abstract Connection other(String name) throws SQLException;

    /** Removes a store that is not in its folder. */
    abstract void drop(String name) throws SQLException;

    final void execute(String name, String statement) throws SQLException {
        try (Connection other = other(name);
                Statement sql = other.createStatement()) {
            sql.execute(statement);
        }
    }

    /** How many rows there are. */
    final long count(String name, String from) throws SQLException {
        try (Connection other = other(name);
                Statement sql = other.createStatement();
                ResultSet count = sql.executeQuery("select count(*) from " + from)) {
            count.next();
            return count.getLong(1);
        }
    }

    /** Names a new schema of a Postgres server. */
    static String in(String url) {
        return url + "#" + PostgresServer.newSchema();
    }

    private static String url(String name) {
        return name.substring(0, name.indexOf('#'));
    }

    static String schema(String name) {
        return name.substring(name.indexOf('#') + 1);
    }

    static Stores of(String name) {
        return name.startsWith("sqlite:") ? SQLITE : POSTGRES;
    }

    static Store open(String name) {
        return of(name).connect(name);
    }
}
