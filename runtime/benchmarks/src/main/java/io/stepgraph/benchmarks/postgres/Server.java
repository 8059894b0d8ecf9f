package io.stepgraph.benchmarks.postgres;

import io.stepgraph.benchmarks.Workplace;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A Postgres server with default settings, on the disk that holds this module; every commit waits for the disk. */
public final class Server implements AutoCloseable {
    /** The user that connects. */
    public static final String USER = "postgres";

    private final Path folder;
    private final EmbeddedPostgres postgres;

    private Server(Path folder, EmbeddedPostgres postgres) {
        this.folder = folder;
        this.postgres = postgres;
    }

    /** Starts a server of its own. */
    public static Server start() throws IOException {
        Path folder = Workplace.newFolder("postgres");
        return new Server(
                folder,
                EmbeddedPostgres.builder()
                        .setDataDirectory(folder.resolve("data"))
                        // Both are off unless set: it is made for tests.
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .start());
    }

    /** Where it is. */
    public String url() {
        return postgres.getJdbcUrl(USER, "postgres");
    }

    /** A connection that commits each statement. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    @Override
    public void close() throws IOException {
        postgres.close();
        Workplace.delete(folder);
    }
}
