package io.stepgraph.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server of one test, which dies without a checkpoint and comes back with what it has on disk. */
public final class DoomedServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final int port;
    private final Map<String, String> settings = new HashMap<>();
    private EmbeddedPostgres server;

    /**
     * In such a folder.
     *
     * @param settings such as {@code fsync=on}
     */
    public DoomedServer(Path folder, String... settings) throws IOException {
        this.folder = folder;
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            this.settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        this.server = server().start();
        this.port = server.getPort();
    }

    private EmbeddedPostgres.Builder server() {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(folder)
                .setCleanDataDirectory(false)
                .setPGStartupWait(PATIENCE);
        settings.forEach(builder::setServerConfig);
        return builder;
    }

    public String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** Ends all of the server's processes at once, as a crash would: what waits in its memory is lost. */
    void die() throws IOException, InterruptedException {
        ProcessHandle process = process();
        new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                .start()
                .waitFor();
        awaitEnd(List.of(process));
    }

    /** Kills all of the server's processes, the first one first, so that no other one is told to end. */
    public void kill() throws IOException {
        ProcessHandle process = process();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(process), process.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(all);
    }

    private ProcessHandle process() throws IOException {
        String pid = Files.readAllLines(folder.resolve("postmaster.pid")).get(0);
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    private void awaitEnd(List<ProcessHandle> processes) throws IOException {
        for (ProcessHandle process : processes) {
            process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        }
        // Finds nothing to stop, and gives the folder free.
        server.close();
    }

    public void start() throws IOException {
        server = server().setPort(port).start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
