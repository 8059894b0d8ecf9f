package io.stepgraph.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of its own, for the part of a benchmark that belongs into another process. It gets lines of text and answers
 * with lines. When its input ends, so does the program. Used by one thread.
 */
public final class Child implements AutoCloseable {
    private static final int SECONDS_TO_END = 60;

    private final String name;
    private final Process process;
    private final PrintWriter input;
    private final BufferedReader output;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.input = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /**
     * Starts a program.
     *
     * @param program the class that has the main method
     * @param arguments its arguments
     */
    public static Child start(Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(Measurement.arguments()));
        command.addAll(List.of("-cp", Workplace.benchmarks().toString(), program.getName()));
        command.addAll(List.of(arguments));
        try {
            return new Child(
                    program.getSimpleName(),
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Passes a line to the program. */
    public void tell(String line) {
        input.println(line);
    }

    /**
     * Waits for the next line of the program.
     *
     * @throws IllegalStateException if the program has ended
     */
    public String next() {
        try {
            String line = output.readLine();
            if (line == null) {
                throw new IllegalStateException(name + " has ended");
            }
            return line;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits for a certain line, which has to be the next one.
     *
     * @throws IllegalStateException if it is not
     */
    public void await(String expected) {
        String line = next();
        if (!line.equals(expected)) {
            throw new IllegalStateException(name + " said '" + line + "', not '" + expected + "'");
        }
    }

    /**
     * Ends the input of the program and waits until the program has ended.
     *
     * @throws IllegalStateException if it does not end, or not well
     */
    @Override
    public void close() {
        input.close();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " does not end");
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(name + " ended with " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
    }
}
