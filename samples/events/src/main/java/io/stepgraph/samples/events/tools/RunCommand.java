package io.stepgraph.samples.events.tools;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * {@code run_command}. The command begins in the working folder and does not get the keys of the models. It is a shell
 * command of this user, so nothing but its text keeps it there: allow it only where you trust the model.
 *
 * @param workspace the folder
 * @param timeout how long a command may take
 */
public record RunCommand(Workspace workspace, Duration timeout) implements Tool {
    private static final int MAX_BYTES = 20_000;
    private static final int MOST_BYTES = 50_000_000;
    private static final int LOOK_MILLIS = 50;

    /** The result. */
    record Output(int exitCode, String text, boolean isTruncated) {}

    @Override
    public ToolSpecification specification() {
        return ToolSpecification.builder()
                .name("run_command")
                .description("Runs a shell command in the working folder, for at most " + timeout.toSeconds()
                        + " seconds. Returns its exit code and the first " + MAX_BYTES + " bytes of its output.")
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("command", "for sh -c")
                        .required("command")
                        .build())
                .build();
    }

    @Override
    public boolean isMutating() {
        return true;
    }

    @Override
    public Object execute(JsonNode arguments) throws ToolFailedException, IOException, InterruptedException {
        // A file, because a pipe stays open as long as a program that the command left behind.
        Path out = Files.createTempFile("run_command", null);
        try {
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", Arguments.text(arguments, "command"))
                    .directory(workspace.root().toFile())
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(out.toFile());
            builder.environment().keySet().removeIf(name -> name.endsWith("_API_KEY"));
            Process process = builder.start();
            try {
                await(process, out);
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            try (var in = Files.newInputStream(out)) {
                byte[] bytes = in.readNBytes(MAX_BYTES);
                return new Output(
                        process.exitValue(), new String(bytes, StandardCharsets.UTF_8), Files.size(out) > MAX_BYTES);
            }
        } finally {
            Files.deleteIfExists(out);
        }
    }

    private void await(Process process, Path out) throws ToolFailedException, IOException, InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (System.nanoTime() - until > 0) {
                throw new ToolFailedException(
                        "The command did not end within " + timeout.toSeconds() + " seconds and was killed.");
            }
            if (Files.size(out) > MOST_BYTES) {
                throw new ToolFailedException(
                        "The command was killed, because it had written more than " + MOST_BYTES + " bytes.");
            }
        }
    }
}
