package io.stepgraph.benchmarks.compile;

import io.stepgraph.benchmarks.Workplace;
import java.io.IOException;
import java.nio.file.Path;
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
 * What a processor adds to a compiler that is warm: the sources as a user writes them, compiled with the processor, against
 * the same sources together with what it generates, compiled with {@code -proc:none}. The difference is the processor's own
 * work; what javac needs for the generated code is on both sides. AutoValue is measured in the same way, so that the two
 * differences can be set side by side.
 *
 * <p>Sources and classes are files, as in a build; each compilation starts with an empty output folder.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 8, time = 2)
@Measurement(iterations = 5, time = 2)
public class WarmCompileBenchmark {
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
    private WarmCompiler compiler;
    private Path output;

    /** Writes the project. */
    @Setup
    public void create() throws IOException {
        project = Project.create(library, types, members);
        compiler = new WarmCompiler(library);
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
    public Path processed() {
        compiler.compile(project.sources(true), output, true);
        return output;
    }

    @Benchmark
    public Path unprocessed() {
        compiler.compile(project.sources(false), output, false);
        return output;
    }
}
