package io.stepgraph.benchmarks.compile;

import static java.util.stream.Collectors.joining;

import io.stepgraph.benchmarks.Course;
import io.stepgraph.benchmarks.Side;
import io.stepgraph.benchmarks.Workplace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@code javac} that is started for one compilation, which is as dear as it gets: all classes of the compiler and of
 * the processor are loaded and interpreted. Compared as in {@link WarmCompile}.
 *
 * @param library whose processor
 * @param types how many types
 * @param members how many steps or properties each has
 * @param processed whether the processor runs
 */
public record ColdCompile(Library library, int types, int members, boolean processed) implements Side {

    @Override
    public Course course() {
        return Course.COLD_COMPILE;
    }

    @Override
    public Opened open() throws IOException {
        return new Cold(Project.create(library, types, members), processed);
    }

    private record Cold(Project project, boolean processed) implements Opened {
        @Override
        public double take() throws IOException, InterruptedException {
            Path output = project.newOutput();
            ProcessBuilder javac = new ProcessBuilder(command(output))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            long begin = System.nanoTime();
            int status = javac.start().waitFor();
            long nanos = System.nanoTime() - begin;
            if (status != 0) {
                throw new IllegalStateException("javac ended with " + status + ": " + javac.command());
            }
            Workplace.delete(output);
            return nanos;
        }

        @Override
        public void close() {
            project.delete();
        }

        private List<String> command(Path output) {
            Library library = project.library();
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
            command.addAll(
                    processed ? List.of("-processorpath", library.processor().toString()) : List.of("-proc:none"));
            command.add("-cp");
            command.add(library.classPath().stream().map(Path::toString).collect(joining(File.pathSeparator)));
            command.add("-d");
            command.add(output.toString());
            project.sources(processed).forEach(source -> command.add(source.toString()));
            return command;
        }
    }
}
