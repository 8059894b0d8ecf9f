package io.stepgraph.crash;

import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.postgres.testing.PostgresServer;
import io.stepgraph.store.Store;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A schema of a Postgres server, whose connections can be told from those of other schemas. */
record Schema(String url, String name) {
    private static final Duration STUCK = Duration.ofSeconds(60);
    private static final char HASH = '#';

    /** A name that nobody has used. */
    static Schema on(String serverUrl) {
        return new Schema(serverUrl, PostgresServer.newSchema());
    }

    /** Reads what {@link #toString} wrote. */
    static Schema parse(String storeName) {
        int hash = storeName.indexOf(HASH);
        return new Schema(storeName.substring(0, hash), storeName.substring(hash + 1));
    }

    Store open(Duration timeout) {
        return PostgresStore.builder(url + "&ApplicationName=" + URLEncoder.encode(name, StandardCharsets.UTF_8))
                .schema(name)
                .connectionTimeout(timeout)
                .open();
    }

    Connection connect() throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        connection.setSchema(name);
        return connection;
    }

    /** Waits until the server has done with all connections of the store. */
    void awaitSilence() throws SQLException {
        await("not exists (select from pg_stat_activity where application_name = '" + name + "')");
    }

    /** Waits until the store waits for what somebody else has locked. */
    void awaitLocked() throws SQLException {
        await("exists (select from pg_stat_activity where application_name = '" + name
                + "' and wait_event_type = 'Lock')");
    }

    /** Asks until the answer is yes. */
    void await(String condition) throws SQLException {
        long until = System.nanoTime() + STUCK.toNanos();
        try (Connection connection = connect();
                Statement sql = connection.createStatement()) {
            boolean isSo = false;
            while (!isSo) {
                try (ResultSet rows = sql.executeQuery("select " + condition + ", pg_sleep(0.002)")) {
                    isSo = rows.next() && rows.getBoolean(1);
                }
                if (System.nanoTime() > until) {
                    throw new AssertionError("never: " + condition);
                }
            }
        }
    }

    /** The revision of the only run; 0 if there is none. */
    long revision() throws SQLException {
        try (Connection connection = connect();
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("select coalesce(max(revision), 0) from runs")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    void drop() throws SQLException {
        try (Connection connection = connect();
                Statement sql = connection.createStatement()) {
            sql.execute("drop schema \"" + name + "\" cascade");
        }
    }

    /** The name by which its store goes. */
    @Override
    public String toString() {
        return url + HASH + name;
    }
}
