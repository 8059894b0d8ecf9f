package io.stepgraph.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A server of one test, which dies without a checkpoint and comes back with what it has on disk. */
final class DoomedServer implements AutoCloseable {
    private final Path folder;
    private final int port;
    private EmbeddedPostgres server;

    DoomedServer(Path folder) throws IOException {
        this.folder = folder;
        this.server = EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setCleanDataDirectory(false)
                .start();
        this.port = server.getPort();
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** Ends all of the server's processes at once, as a crash would: what waits in its memory is lost. */
    void die() throws IOException, InterruptedException {
        String pid = Files.readAllLines(folder.resolve("postmaster.pid")).get(0);
        ProcessHandle process = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        new ProcessBuilder("kill", "-QUIT", pid).start().waitFor();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
        // Finds nothing to stop, and gives the folder free.
        server.close();
    }

    void start() throws IOException {
        server = EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setCleanDataDirectory(false)
                .setPort(port)
                .start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
