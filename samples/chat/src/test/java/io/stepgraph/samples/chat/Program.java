package io.stepgraph.samples.chat;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The real program in a process of its own, with what it printed. */
final class Program {
    private final Process process;
    private final Reader out;
    private final StringBuilder printed = new StringBuilder();

    private Program(Process process) {
        this.process = process;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts it in a folder, without any key in its environment. */
    static Program start(Path folder, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstdout.encoding=UTF-8",
                "-Dfile.encoding=UTF-8",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.stepgraph.samples.chat.Chat"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().remove("ANTHROPIC_API_KEY");
        builder.environment().remove("OPENAI_API_KEY");
        return new Program(builder.start());
    }

    /** Types a line. */
    Program type(String line) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
        return this;
    }

    /** Ends the input. */
    Program typeNothingMore() throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).close();
        return this;
    }

    /** Reads on until it has printed this text; what comes before does not count. */
    Program until(String text) throws IOException {
        int from = printed.length();
        while (printed.indexOf(text, from) < 0) {
            int next = out.read();
            if (next < 0) {
                throw new AssertionError("The program ended without saying '" + text + "':\n" + this);
            }
            printed.append((char) next);
        }
        return this;
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
    Program interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        return this;
    }

    /** Reads to the end and gives the exit code. */
    int exit() throws IOException, InterruptedException {
        for (int next = out.read(); next >= 0; next = out.read()) {
            printed.append((char) next);
        }
        await();
        return process.exitValue();
    }

    private void await() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("The program does not end:\n" + this);
        }
    }

    @Override
    public String toString() {
        return printed.toString();
    }
}
