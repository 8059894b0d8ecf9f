package io.stepgraph.benchmarks.start;

import io.stepgraph.benchmarks.Course;
import io.stepgraph.benchmarks.Side;
import io.stepgraph.benchmarks.Workplace;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From the start of a process to the line that it prints when its first step is done.
 *
 * <p>All programs are started by the same {@code java} with its default settings, from jars: the one that holds these
 * programs, and after it the libraries that the program needs. The empty program prints its line at once. Those with a
 * database create it, in a folder of their own. With an archive, the JVM finds the classes that the program and its
 * libraries need, and no others, parsed and verified in a file that an earlier run of the same program left. What a
 * program does after its line is not measured, but waited for.
 *
 * @param program what is started
 * @param archived whether it starts from an archive of its classes
 */
public record Start(Program program, boolean archived) implements Side {
    private static final String ARCHIVE = "classes.jsa";

    @Override
    public Course course() {
        return Course.START;
    }

    @Override
    public Opened open() throws IOException, InterruptedException {
        return new Ready(program, archived ? createArchive() : null);
    }

    private Path createArchive() throws IOException, InterruptedException {
        Path folder = Workplace.newFolder("archive");
        Path archive = folder.resolve(ARCHIVE);
        int status = new ProcessBuilder(program.command(List.of("-XX:ArchiveClassesAtExit=" + archive), folder))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (status != 0 || !Files.exists(archive)) {
            throw new IllegalStateException(program + " left no archive, and ended with " + status);
        }
        return folder;
    }

    /** A program that can be started, with the folder of its archive if it has one. */
    private record Ready(Program program, @Nullable Path archive) implements Opened {
        @Override
        public double take() throws IOException, InterruptedException {
            Path folder = Workplace.newFolder("start");
            List<String> options =
                    archive == null ? List.of() : List.of("-XX:SharedArchiveFile=" + archive.resolve(ARCHIVE));
            ProcessBuilder command =
                    new ProcessBuilder(program.command(options, folder)).redirectError(ProcessBuilder.Redirect.DISCARD);
            long begin = System.nanoTime();
            Process process = command.start();
            String line;
            long nanos;
            try (BufferedReader output = process.inputReader()) {
                line = output.readLine();
                nanos = System.nanoTime() - begin;
            }
            int status = process.waitFor();
            Workplace.delete(folder);
            if (status != 0 || !EmptyProgram.DONE.equals(line)) {
                throw new IllegalStateException(
                        program + " ended with " + status + " and printed '" + line + "' for its step");
            }
            return nanos;
        }

        @Override
        public void close() {
            if (archive != null) {
                Workplace.delete(archive);
            }
        }
    }
}
