package io.stepgraph.crash;

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
import java.util.List;

/** The stores that are crashed. Each store goes by a name, by which a child process opens it too. */
enum Stores {
    /** A file; its name is {@code sqlite:} and the file. */
    SQLITE("sqlite:") {
        @Override
        String create(Path folder) {
            return prefix + folder.resolve("runs.db");
        }

        @Override
        Store connect(String name) {
            return SqliteStore.builder(file(name)).busyTimeout(BUSY).open();
        }

        /** Nobody writes what a killed process had not written. */
        @Override
        void awaitSilence(String name) {}

        @Override
        Connection other(String name) throws SQLException {
            return DriverManager.getConnection("jdbc:sqlite:" + file(name));
        }

        @Override
        String lock() {
            return "begin exclusive";
        }

        @Override
        String complaintOfLock() {
            return "was locked by another program for longer than 1000 ms; end that program";
        }

        @Override
        void drop(String name) {}

        private Path file(String name) {
            return Path.of(name.substring(prefix.length()));
        }
    },

    /** A schema of the server that all tests share; its name is that of a {@link Schema}. */
    POSTGRES("jdbc:postgresql:") {
        @Override
        String create(Path folder) {
            return Schema.on(PostgresServer.url() + "&options=-c%20lock_timeout=" + BUSY.toMillis())
                    .toString();
        }

        @Override
        Store connect(String name) {
            return Schema.parse(name).open(DOWN);
        }

        @Override
        void awaitSilence(String name) throws SQLException {
            Schema.parse(name).awaitSilence();
        }

        @Override
        Connection other(String name) throws SQLException {
            return Schema.parse(name).connect();
        }

        @Override
        String lock() {
            return "begin; lock table runs in exclusive mode";
        }

        @Override
        String complaintOfLock() {
            return "another transaction holds the row; try again, and end that transaction";
        }

        @Override
        void drop(String name) throws SQLException {
            Schema.parse(name).drop();
        }
    };

    /** Short, so that a lock is met more than once within a lease. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    /** The same for a server that is down, and longer than one takes that is only slow. */
    private static final Duration DOWN = Duration.ofSeconds(3);

    final String prefix;

    Stores(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Names an empty store.
     *
     * @param folder a folder of its own
     */
    abstract String create(Path folder);

    abstract Store connect(String name);

    /** Waits until nothing is on its way into the store that a process had sent off before it died. */
    abstract void awaitSilence(String name) throws SQLException;

    /** Another program at the same database. */
    abstract Connection other(String name) throws SQLException;

    /** The line of another program that blocks all writes until it rolls back. */
    abstract String lock();

    /** The message that a caller gets if this takes too long. */
    abstract String complaintOfLock();

    /** As if so much time had passed that no lease is left. */
    final void endLeases(String name) throws SQLException {
        try (Connection other = other(name);
                Statement sql = other.createStatement()) {
            sql.execute("update runs set lease_until = started_at where lease_until is not null");
        }
    }

    /** As if so much time had passed that no run has any left. */
    final void endTime(String name) throws SQLException {
        try (Connection other = other(name);
                Statement sql = other.createStatement()) {
            sql.execute("update runs set deadline_at = started_at");
        }
    }

    /** How many rows there are that belong to a run. */
    final int rows(String name) throws SQLException {
        int rows = 0;
        try (Connection other = other(name);
                Statement sql = other.createStatement()) {
            for (String table : List.of("runs", "starts", "interrupts", "events")) {
                try (ResultSet count = sql.executeQuery("select count(*) from " + table)) {
                    count.next();
                    rows += count.getInt(1);
                }
            }
        }
        return rows;
    }

    /** Removes a store that is not in its folder. */
    abstract void drop(String name) throws SQLException;

    static Store open(String name) {
        return of(name).connect(name);
    }

    /** Of which kind the store of this name is. */
    static Stores of(String name) {
        for (Stores kind : values()) {
            if (name.startsWith(kind.prefix)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(name);
    }
}
