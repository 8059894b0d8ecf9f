package io.stepgraph.samples.review;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real program in a process of its own, with what it printed. */
final class Program {
    private final Process process;
    private final BufferedReader out;
    private final List<String> lines = new ArrayList<>();

    private Program(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts it in a folder, without any key in its environment. */
    static Program start(Path folder, String... arguments) throws IOException {
        return start(folder, Map.of(), arguments);
    }

    /** Starts it in a folder, with these variables and without any key in its environment. */
    static Program start(Path folder, Map<String, String> variables, String... arguments) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dstdout.encoding=UTF-8",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.stepgraph.samples.review.Review");
        return start(command, folder, variables, arguments);
    }

    /** Starts it in a folder by its start script, without any key in its environment. */
    static Program script(Path folder, String... arguments) throws IOException {
        return start(
                List.of("bash", Path.of("review").toRealPath().toString()),
                folder,
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                arguments);
    }

    private static Program start(List<String> program, Path folder, Map<String, String> variables, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().remove("ANTHROPIC_API_KEY");
        builder.environment().remove("OPENAI_API_KEY");
        builder.environment().remove("TEMPORAL_ADDRESS");
        builder.environment().putAll(variables);
        return new Program(builder.start());
    }

    /** Types a line. */
    Program type(String line) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
        return this;
    }

    /** Reads on until a line contains this text. */
    Program until(String text) throws IOException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
            if (line.contains(text)) {
                return this;
            }
        }
        throw new AssertionError("The program ended without saying '" + text + "':\n" + this);
    }

    /** Kills it as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        await();
    }

    /**
     * Whether programs inherit that they ignore Ctrl-C, as those that a shell script has started in the background do.
     */
    static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }

    /** Sends the signal that Ctrl-C sends. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        await();
    }

    /** Reads to the end and gives the exit code. */
    int exit() throws IOException, InterruptedException {
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
        }
        await();
        return process.exitValue();
    }

    List<String> lines() {
        return lines;
    }

    private void await() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("The program does not end:\n" + this);
        }
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
