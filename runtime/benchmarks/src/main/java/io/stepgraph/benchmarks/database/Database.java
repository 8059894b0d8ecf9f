package io.stepgraph.benchmarks.database;

import io.stepgraph.benchmarks.Workplace;
import io.stepgraph.benchmarks.postgres.Server;
import io.stepgraph.benchmarks.sqlite.Disk;
import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A new database with an address, by which this process and others open it. Removed when it is closed. */
public final class Database implements AutoCloseable {
    private static final String SQLITE = "jdbc:sqlite:";

    private final String url;
    private final Runnable removal;

    private Database(String url, Runnable removal) {
        this.url = url;
        this.removal = removal;
    }

    /** Where a database lies. */
    public enum Kind {
        /** A SQLite file on the disk that holds this module. */
        SQLITE("SQLite") {
            @Override
            public Database create() {
                return file(Disk.REAL);
            }
        },

        /** A SQLite file where bringing data to the disk takes no time. */
        SQLITE_NO_DISK("SQLite, no disk") {
            @Override
            public Database create() {
                return file(Disk.INSTANT);
            }

            @Override
            public boolean isHere() {
                return Disk.INSTANT.isHere();
            }
        },

        /** A Postgres server, its files on the disk that holds this module. */
        POSTGRES("Postgres") {
            @Override
            public Database create() {
                try {
                    Server server = Server.start();
                    return new Database(server.url(), () -> stop(server));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** Makes one. */
        public abstract Database create();

        /** Whether this machine has it. */
        public boolean isHere() {
            return true;
        }

        /** Its name in the table. */
        public String label() {
            return label;
        }
    }

    /** Where it is, as JDBC names it. */
    public String url() {
        return url;
    }

    /** Opens the store that is there. */
    public Store open() {
        return open(url);
    }

    /** Opens the store of a database that another process has made. */
    public static Store open(String url) {
        return url.startsWith(SQLITE)
                ? SqliteStore.open(Path.of(url.substring(SQLITE.length())))
                : PostgresStore.builder(url).open();
    }

    /** Connects beside the store. Each statement is a commit, and waits for the disk as the commits of a store do. */
    public Connection connect() throws SQLException {
        return url.startsWith(SQLITE)
                ? Disk.connect(Path.of(url.substring(SQLITE.length()) + "-beside"))
                : DriverManager.getConnection(url);
    }

    @Override
    public void close() {
        removal.run();
    }

    private static Database file(Disk disk) {
        Path folder = disk.newFolder();
        return new Database(SQLITE + folder.resolve("runs.db"), () -> Workplace.delete(folder));
    }

    private static void stop(Server server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
