package io.stepgraph.benchmarks.engines;

import io.stepgraph.benchmarks.Workplace;
import io.stepgraph.benchmarks.postgres.Server;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server of Temporal in a process of its own, which the script of the module {@code temporal} starts. Nothing here
 * builds it: that takes minutes.
 */
final class TemporalServer implements AutoCloseable {
    private static final String NAME = "runtime/temporal/src/it/server/server";
    private static final Path SCRIPT =
            Workplace.target().resolve("../../..").resolve(NAME).normalize();

    private final Path folder;

    private TemporalServer(Path folder) {
        this.folder = folder;
    }

    /** What this machine lacks for it. Null if it lacks nothing. */
    static @Nullable String whatIsMissing() {
        boolean isBuilt = Files.exists(SCRIPT) && status("installed", Path.of(""), Map.of()) == 0;
        return isBuilt ? null : "needs Temporal's server, which '" + NAME + " install' builds";
    }

    /**
     * Starts one that keeps runs in a SQLite file; each commit waits for the disk, as those of the other engines do.
     */
    static TemporalServer onSqlite() {
        return start(Map.of("TEMPORAL_SYNC", "2"));
    }

    /**
     * Starts one that keeps runs in databases of a Postgres server.
     *
     * @param url where that server is, as JDBC names it; it asks for no password
     */
    static TemporalServer onPostgres(String url) {
        URI server = URI.create(url.substring("jdbc:".length()));
        String noPassword = "none";
        return start(Map.of(
                "TEMPORAL_POSTGRES",
                String.join(":", server.getHost(), Integer.toString(server.getPort()), Server.USER, noPassword)));
    }

    /** Connects to it. */
    WorkflowServiceStubs connect() {
        try {
            return WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                    .setTarget(Files.readString(folder.resolve("address")).strip())
                    .build());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        script("stop", folder, Map.of());
        Workplace.delete(folder);
    }

    private static TemporalServer start(Map<String, String> settings) {
        Path folder = Workplace.newFolder("temporal");
        // It is not a child of this process, so it would outlive an interrupted benchmark.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> script("stop", folder, Map.of())));
        script("start", folder, settings);
        return new TemporalServer(folder);
    }

    private static void script(String command, Path folder, Map<String, String> settings) {
        int status = status(command, folder, settings);
        if (status != 0) {
            throw new IllegalStateException(SCRIPT + " " + command + " " + folder + " ended with " + status);
        }
    }

    private static int status(String command, Path folder, Map<String, String> settings) {
        ProcessBuilder process = new ProcessBuilder(SCRIPT.toString(), command, folder.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        process.environment().keySet().removeIf(name -> name.startsWith("TEMPORAL_"));
        process.environment().putAll(settings);
        try {
            return process.start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
