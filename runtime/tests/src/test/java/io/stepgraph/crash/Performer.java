package io.stepgraph.crash;

import io.stepgraph.testkit.store.CrashPoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The agent of a journey: it records each effect in a file before the step continues, so that the record survives a crash.
 */
final class Performer {
    private final CrashPoints points;
    private final Path file;
    private final String process;

    Performer(CrashPoints points, Path file, String process) {
        this.points = points;
        this.file = file;
        this.process = process;
    }

    /** The name of this process. */
    String process() {
        return process;
    }

    void perform(Journey.Attempt attempt) {
        write(new Performed(process, attempt, false));
        points.reach("inside-" + attempt.step());
        write(new Performed(process, attempt, true));
    }

    /** All that was performed, in order. */
    static List<Performed> read(Path file) throws IOException {
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Performed::parse).toList()
                : List.of();
    }

    /**
     * A step was entered, or left.
     *
     * @param process by whom
     */
    record Performed(String process, Journey.Attempt attempt, boolean isLeft) {
        private static Performed parse(String line) {
            String[] parts = line.split(" ", -1);
            return new Performed(
                    parts[0],
                    new Journey.Attempt(parts[1], Long.parseLong(parts[2]), Integer.parseInt(parts[3])),
                    Boolean.parseBoolean(parts[4]));
        }

        private String line() {
            return process + " " + attempt.step() + " " + attempt.visit() + " " + attempt.attempt() + " " + isLeft
                    + "\n";
        }
    }

    private void write(Performed performed) {
        try {
            Files.writeString(
                    file,
                    performed.line(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND,
                    StandardOpenOption.DSYNC);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
