package io.stepgraph.samples.refund.demo;

import io.stepgraph.samples.refund.process.Parent;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Postgres, with a program of its own that ends it: Postgres makes itself a daemon, so it would outlive a demo that is
 * killed.
 */
final class PostgresServer {
    /** The text that the program prints before the JDBC URL. */
    static final String READY = "postgres ";

    private PostgresServer() {}

    /**
     * Runs Postgres until the parent ends.
     *
     * @param args the folder of the data
     */
    public static void main(String[] args) throws IOException {
        EmbeddedPostgres postgres = EmbeddedPostgres.builder() // which ends Postgres when this program exits
                .setDataDirectory(Path.of(args[0]))
                // Both are off unless set: it is made for tests.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        System.out.println(READY + postgres.getJdbcUrl("postgres", "postgres"));
        Parent.endWithIt();
    }
}
