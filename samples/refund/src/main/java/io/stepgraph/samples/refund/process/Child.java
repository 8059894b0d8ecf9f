package io.stepgraph.samples.refund.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program in a process of its own, with the class path of this one. It ends with this one. Safe for use by many
 * threads.
 */
public final class Child implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NATIVE_ACCESS = 22;

    private final String name;
    private final Process process;
    private final List<String> lines = new ArrayList<>();
    private boolean isSilent;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Starts a program.
     *
     * @param name its name in messages
     * @param main its class
     * @param environment its environment, besides that of this program
     * @param arguments its arguments
     */
    public static Child start(String name, Class<?> main, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dstdout.encoding=UTF-8",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
        if (Runtime.version().feature() >= NATIVE_ACCESS) {
            command.add("--enable-native-access=ALL-UNNAMED"); // the driver of SQLite
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Child child = new Child(name, builder.start());
        Thread reader = new Thread(child::read, name + " output");
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                add(line);
            }
        } catch (IOException | UncheckedIOException gone) {
            // It has ended.
        }
        fallSilent();
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    private synchronized void fallSilent() {
        isSilent = true;
        notifyAll();
    }

    /**
     * Waits until the program prints a line that begins like this, and returns the rest of the line.
     *
     * @throws IOException if the program ends before, or is silent for a minute
     */
    public synchronized String await(String prefix) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Optional<String> found =
                    lines.stream().filter(line -> line.startsWith(prefix)).findFirst();
            if (found.isPresent()) {
                return found.get().substring(prefix.length());
            }
            long left = end - System.nanoTime();
            if (isSilent || left <= 0) {
                throw new IOException("The program '" + name + "' does not say '" + prefix + "':\n" + this);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Kills it as {@code kill -9} does, and waits for its end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /**
     * Waits for its end and returns the exit code.
     *
     * @throws IOException if it does not end within two minutes
     */
    public int exit() throws IOException, InterruptedException {
        if (!process.waitFor(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException("The program '" + name + "' does not end:\n" + this);
        }
        synchronized (this) {
            while (!isSilent) {
                wait(); // for the rest of what it has printed
            }
        }
        return process.exitValue();
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The number of its process. */
    public long pid() {
        return process.pid();
    }

    /** Asks it to end, and does not wait. */
    public void end() {
        process.destroy();
    }

    /** Asks it to end, and kills it if it does not. */
    @Override
    public void close() {
        end();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what the process has printed. */
    @Override
    public synchronized String toString() {
        return String.join("\n", lines);
    }
}
