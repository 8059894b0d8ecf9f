package io.stepgraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real server of Temporal, as a process of its own that a test may stop and kill. Its data stay in its folder. */
final class OwnServer implements AutoCloseable {
    private static final Path SCRIPT = Path.of("src/it/server/server").toAbsolutePath();

    private final Path folder;
    private final Thread atExit = new Thread(this::end);
    private final List<WorkflowServiceStubs> connections = new ArrayList<>();

    /** Starts a server with an empty database. */
    OwnServer(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(atExit);
        start();
    }

    /** Starts it again on the same data and at the same address. */
    void start() throws IOException, InterruptedException {
        script("start");
    }

    void stop() throws IOException, InterruptedException {
        script("stop");
    }

    /** Ends it as a crash does. */
    void kill() throws IOException, InterruptedException {
        script("kill");
    }

    /** A new connection, which the server shuts down with itself. */
    WorkflowServiceStubs connect() throws IOException {
        WorkflowServiceStubs connection = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(Files.readString(folder.resolve("address")).strip())
                .build());
        connections.add(connection);
        return connection;
    }

    private void script(String command) throws IOException, InterruptedException {
        Path output = folder.resolveSibling(folder.getFileName() + ".output");
        ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString(), command, folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TEMPORAL_"));
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as("server %s: %s", command, Files.readString(output))
                .isZero();
    }

    private void end() {
        try {
            kill();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void close() {
        connections.forEach(WorkflowServiceStubs::shutdownNow);
        end();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
