package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Figure.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures everything and compares it with its goals.
 *
 * <p>Every group is measured in rounds: a round has JMH measure each of the group's benchmarks once, in a JVM of its
 * own, one right after the other. Contenders so share the machine's good and bad moments. They are compared within a
 * round, which makes one sample. Where one side is subtracted from another, rounds are too coarse: those sides take
 * {@link Turns}, and each turn makes a sample. What the samples tell of a goal is up to {@link Verdict}.
 */
public final class Benchmarks {
    private final Arguments arguments;

    private Benchmarks(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Measures what the arguments say. Exits with 2 if they say nothing sensible, with 1 if goals are not met and must
     * be.
     */
    public static void main(String[] arguments) throws IOException {
        Arguments asked;
        try {
            asked = Arguments.of(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println(Arguments.USAGE + "\nrun: " + e.getMessage());
            System.exit(2);
            return;
        }
        boolean allMet = new Benchmarks(asked).run();
        if (!allMet && asked.strict()) {
            System.exit(1);
        }
    }

    /** Whether all goals are met. */
    private boolean run() throws IOException {
        Report report = new Report();
        for (Group group : arguments.groups()) {
            List<Goal> goals = Goals.of(group);
            List<Map<Part, Double>> samples = measure(group, goals);
            goals.forEach(goal -> report.add(goal, samples));
            Goals.leftOut(group).forEach(report::add);
        }
        String text = Machine.describe() + "\n" + report;
        Path file = Files.writeString(Workplace.target().resolve("benchmarks.md"), text);
        System.out.println("\n" + text + "\n" + report.verdict() + " Kept in " + file);
        return report.allMet();
    }

    private List<Map<Part, Double>> measure(Group group, List<Goal> goals) {
        Measurement measurement = new Measurement(arguments.quick());
        List<Measured> figures = new ArrayList<>(goals.stream()
                .flatMap(Goal::parts)
                .filter(Measured.class::isInstance)
                .map(Measured.class::cast)
                .distinct()
                .toList());
        int times = arguments.rounds(group);
        List<Map<Part, Double>> samples = new ArrayList<>();
        for (int round = 1; round <= times; round++) {
            String progress = group.label() + ", round " + round + " of " + times + ": ";
            Map<Part, Double> taken = new HashMap<>();
            measurement.beginRound();
            for (Measured figure : figures) {
                announce(progress + figure);
                double number = measurement.take(figure);
                System.out.println(figure.unit().show(number));
                taken.put(figure, number);
            }
            samples.add(taken);
            for (Course course : Course.values()) {
                int sides = CourseProgram.figures(goals, course).size();
                if (sides > 0) {
                    announce(progress + course + ", " + sides + " sides in turns");
                    samples.addAll(CourseProgram.run(group, course, arguments.quick()));
                    System.out.println("done");
                }
            }
            // The other way round next time: who comes first has no advantage.
            Collections.reverse(figures);
        }
        return samples;
    }

    private static void announce(String what) {
        System.out.print(what + " … ");
        System.out.flush();
    }
}
