package io.stepgraph.benchmarks.compile;

import io.stepgraph.benchmarks.Course;
import io.stepgraph.benchmarks.Side;
import io.stepgraph.benchmarks.Workplace;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A compilation by a compiler that is warm: with the processor, of the sources as a user writes them; without it, by
 * {@code
 * -proc:none}, of the same sources together with what the processor generates. The difference is the processor's own
 * work; what javac needs for the generated code is on both sides. AutoValue is measured in the same way, so that the
 * two differences can be set side by side.
 *
 * <p>Sources and classes are files, as in a build; each compilation starts with an empty output folder. Where there are
 * few types, a turn takes several compilations: one alone would measure what else happens in the JVM.
 *
 * @param library whose processor
 * @param types how many types
 * @param members how many steps or properties each has
 * @param processed whether the processor runs
 */
public record WarmCompile(Library library, int types, int members, boolean processed) implements Side {
    private static final int TYPES_IN_A_TURN = 10;

    @Override
    public Course course() {
        return Course.WARM_COMPILE;
    }

    @Override
    public Opened open() throws IOException {
        return new Warm(Project.create(library, types, members), Math.max(1, TYPES_IN_A_TURN / types), processed);
    }

    private record Warm(Project project, int times, boolean processed) implements Opened {
        @Override
        public double take() throws IOException {
            WarmCompiler compiler = WarmCompiler.with(project.library());
            long nanos = 0;
            for (int i = 0; i < times; i++) {
                Path output = project.newOutput();
                long begin = System.nanoTime();
                compiler.compile(project.sources(processed), output, processed);
                nanos += System.nanoTime() - begin;
                Workplace.delete(output);
            }
            return (double) nanos / times;
        }

        @Override
        public void close() {
            project.delete();
        }
    }
}
