package io.stepgraph.benchmarks.compile;

import static java.util.stream.Collectors.joining;

import io.stepgraph.benchmarks.Workplace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * What a processor adds to a {@code javac} that is started for one compilation, which is as dear as it gets: all classes of
 * the compiler and of the processor are loaded and interpreted. Compared as in {@link WarmCompileBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 6)
public class ColdCompileBenchmark {
    /** Whose processor. */
    @Param
    public Library library;

    /** How many types. */
    @Param({"1", "10", "100"})
    public int types;

    /** How many steps or properties each has. */
    @Param("8")
    public int members;

    private Project project;
    private Path output;

    /** Writes the project. */
    @Setup
    public void create() throws IOException {
        project = Project.create(library, types, members);
    }

    /** Makes room for classes. */
    @Setup(Level.Invocation)
    public void createOutput() throws IOException {
        output = project.newOutput();
    }

    /** Removes the classes. */
    @TearDown(Level.Invocation)
    public void deleteOutput() {
        Workplace.delete(output);
    }

    /** Removes the project. */
    @TearDown
    public void delete() {
        project.delete();
    }

    @Benchmark
    public int processed() throws IOException, InterruptedException {
        return javac(true, "-processorpath", library.processor().toString());
    }

    @Benchmark
    public int unprocessed() throws IOException, InterruptedException {
        return javac(false, "-proc:none");
    }

    private int javac(boolean processed, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(List.of(options));
        command.add("-cp");
        command.add(library.classPath().stream().map(Path::toString).collect(joining(File.pathSeparator)));
        command.add("-d");
        command.add(output.toString());
        project.sources(processed).forEach(source -> command.add(source.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        int status = process.waitFor();
        if (status != 0) {
            throw new IllegalStateException("javac ended with " + status + ": " + command);
        }
        return status;
    }
}
