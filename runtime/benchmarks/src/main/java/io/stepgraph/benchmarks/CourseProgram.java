package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Part;
import io.stepgraph.benchmarks.Figure.Timed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One round of a {@link Course}, in a JVM of its own, which leaves its numbers in a file: a line for each turn. */
final class CourseProgram {
    private CourseProgram() {}

    /** The measurements that goals need, in the order of the numbers in a line. */
    static List<Timed> figures(List<Goal> goals, Course course) {
        return goals.stream()
                .flatMap(Goal::parts)
                .filter(Timed.class::isInstance)
                .map(Timed.class::cast)
                .filter(figure -> figure.side().course() == course)
                .distinct()
                .toList();
    }

    /** Starts the program, waits for its end and reads what it left. */
    static List<Map<Part, Double>> run(Group group, Course course, boolean quick) {
        Path folder = Workplace.newFolder("course");
        try {
            Path numbers = folder.resolve("numbers");
            int status = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            Workplace.benchmarks().toString(),
                            CourseProgram.class.getName(),
                            group.name(),
                            course.name(),
                            Boolean.toString(quick),
                            numbers.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException(course + " ended with " + status);
            }
            return read(figures(Goals.of(group), course), Files.readAllLines(numbers));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            Workplace.delete(folder);
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Course course = Course.valueOf(arguments[1]);
        boolean quick = Boolean.parseBoolean(arguments[2]);
        List<Timed> figures = figures(Goals.of(Group.valueOf(arguments[0])), course);
        List<Map<Part, Double>> turns = Turns.take(figures, course.warmUps(quick), course.turns(quick), new Random());
        Files.write(Path.of(arguments[3]), write(figures, turns));
    }

    static List<String> write(List<Timed> figures, List<Map<Part, Double>> turns) {
        return turns.stream()
                .map(turn -> String.join(
                        " ",
                        figures.stream()
                                .map(figure -> String.valueOf(turn.get(figure)))
                                .toList()))
                .toList();
    }

    static List<Map<Part, Double>> read(List<Timed> figures, List<String> lines) {
        List<Map<Part, Double>> turns = new ArrayList<>();
        for (String line : lines) {
            String[] numbers = line.split(" ", -1);
            Map<Part, Double> turn = new HashMap<>();
            for (int i = 0; i < numbers.length; i++) {
                turn.put(figures.get(i), Double.valueOf(numbers[i]));
            }
            turns.add(turn);
        }
        return turns;
    }
}
