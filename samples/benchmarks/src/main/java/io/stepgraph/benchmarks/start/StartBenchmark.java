package io.stepgraph.benchmarks.start;

import io.stepgraph.benchmarks.Workplace;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the start of a process to the line that it prints when its first step is done.
 *
 * <p>All programs are started by the same {@code java} with its default settings, from jars: the one that holds these
 * programs, and after it the libraries that the program needs. The empty program prints its line at once. Those with a
 * database create it, in a folder of their own. With an archive, the JVM finds the classes that the program and its libraries
 * need, and no others, parsed and verified in a file that an earlier run of the same program left. What a program does after its line is not measured, but waited for.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3)
@Measurement(iterations = 15)
public class StartBenchmark {
    /** What is started. */
    @Param
    public Program program;

    /** Whether it starts from an archive of its classes. */
    @Param({"false", "true"})
    public boolean archived;

    private @Nullable Path archive;
    private Path folder;
    private ProcessBuilder command;
    private @Nullable Process process;

    /** Has the program leave an archive of its classes. */
    @Setup
    public void createArchive() throws IOException, InterruptedException {
        if (!archived) {
            return;
        }
        Path made = Workplace.newFolder("archive");
        Path file = made.resolve("classes.jsa");
        int status = new ProcessBuilder(program.command(List.of("-XX:ArchiveClassesAtExit=" + file), made))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (status != 0 || !Files.exists(file)) {
            throw new IllegalStateException(program + " left no archive, and ended with " + status);
        }
        archive = made;
    }

    /** Removes the archive. */
    @TearDown
    public void deleteArchive() {
        if (archive != null) {
            Workplace.delete(archive);
        }
    }

    /** Makes room for the program's files. */
    @Setup(Level.Invocation)
    public void createFolder() {
        folder = Workplace.newFolder("start");
        List<String> options =
                archive == null ? List.of() : List.of("-XX:SharedArchiveFile=" + archive.resolve("classes.jsa"));
        command = new ProcessBuilder(program.command(options, folder)).redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /** Waits for the end of the program and removes its files. */
    @TearDown(Level.Invocation)
    public void deleteFolder() throws InterruptedException {
        int status = Objects.requireNonNull(process).waitFor();
        Workplace.delete(folder);
        if (status != 0) {
            throw new IllegalStateException(program + " ended with " + status);
        }
    }

    @Benchmark
    public String firstStep() throws IOException {
        Process started = command.start();
        process = started;
        try (BufferedReader output = started.inputReader()) {
            String line = output.readLine();
            if (!EmptyProgram.DONE.equals(line)) {
                throw new IllegalStateException(program + " did not take its step");
            }
            return line;
        }
    }
}
