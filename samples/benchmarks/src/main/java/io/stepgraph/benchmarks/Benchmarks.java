package io.stepgraph.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Measures everything with JMH and compares it with its goals.
 *
 * <p>Every group is measured in rounds: a round has JMH measure each of the group's benchmarks once, in a JVM of its own, one
 * right after the other. Contenders so share the machine's good and bad moments. They are compared within a round, and the
 * median of the rounds is what counts.
 */
public final class Benchmarks {
    private final Arguments arguments;

    private Benchmarks(Arguments arguments) {
        this.arguments = arguments;
    }

    /** Measures what the arguments say. Exits with 2 if they say nothing sensible, with 1 if goals were missed and must not be. */
    public static void main(String[] arguments) throws IOException {
        Arguments asked;
        try {
            asked = Arguments.of(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + Arguments.USAGE);
            System.exit(2);
            return;
        }
        int missed = new Benchmarks(asked).run();
        if (missed > 0 && asked.strict()) {
            System.exit(1);
        }
    }

    /** How many goals were missed. */
    private int run() throws IOException {
        Report report = new Report();
        for (Group group : arguments.groups()) {
            List<Goal> goals = Goals.of(group);
            List<Map<Figure.Measured, Double>> measured = measure(group, goals);
            goals.forEach(goal -> report.add(goal, measured));
            Goals.leftOut(group).forEach(report::add);
        }
        String text = Machine.describe() + "\n" + report;
        Path file = Files.writeString(Workplace.target().resolve("benchmarks.md"), text);
        System.out.println("\n" + text + "\n" + report.verdict() + " Kept in " + file);
        return report.missed();
    }

    private List<Map<Figure.Measured, Double>> measure(Group group, List<Goal> goals) {
        Measurement measurement = new Measurement(arguments.quick());
        List<Figure.Measured> figures = new ArrayList<>(
                new LinkedHashSet<>(goals.stream().flatMap(Goal::parts).toList()));
        int times = arguments.rounds(group);
        List<Map<Figure.Measured, Double>> measured = new ArrayList<>();
        for (int round = 1; round <= times; round++) {
            Map<Figure.Measured, Double> taken = new HashMap<>();
            for (Figure.Measured figure : figures) {
                System.out.printf("%s, round %d of %d: %s … ", group.label(), round, times, figure);
                System.out.flush();
                double number = measurement.take(figure);
                System.out.println(figure.unit().show(number));
                taken.put(figure, number);
            }
            measured.add(taken);
            // The other way round next time: who comes first has no advantage.
            Collections.reverse(figures);
        }
        return measured;
    }
}
