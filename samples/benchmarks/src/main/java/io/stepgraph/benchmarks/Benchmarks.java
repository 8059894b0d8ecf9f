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
import java.util.Set;
import java.util.TreeSet;

/**
 * Measures everything with JMH and compares it with its goals.
 *
 * <p>Every group is measured in rounds: a round has JMH measure each of the group's benchmarks once, in a JVM of its own, one
 * right after the other. Contenders so share the machine's good and bad moments. They are compared within a round, and the
 * median of the rounds is what counts.
 */
public final class Benchmarks {
    private static final String USAGE = """
            run [group …] [--rounds N] [--quick]

            group      machine memory sqlite compile start; all of them unless given
            --rounds   how often each group is measured
            --quick    one short round, to see that everything works
            """;

    private final Set<Group> groups = new TreeSet<>();
    private boolean quick;
    private int rounds;

    private Benchmarks() {}

    /** Measures what the arguments say. */
    public static void main(String[] arguments) throws IOException {
        Benchmarks benchmarks = new Benchmarks();
        try {
            benchmarks.read(List.of(arguments));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + USAGE);
            System.exit(2);
        }
        benchmarks.run();
    }

    private void read(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case "--quick" -> quick = true;
                case "--rounds" -> rounds = Integer.parseInt(arguments.get(++i));
                default -> groups.add(Group.named(arguments.get(i)));
            }
        }
        if (groups.isEmpty()) {
            Collections.addAll(groups, Group.values());
        }
    }

    private void run() throws IOException {
        Report report = new Report();
        for (Group group : groups) {
            List<Goal> goals = Goals.of(group);
            List<Map<Figure.Measured, Double>> measured = measure(group, goals);
            goals.forEach(goal -> report.add(goal, measured));
        }
        String text = Machine.describe() + "\n" + report;
        Path file = Files.writeString(Workplace.target().resolve("benchmarks.md"), text);
        System.out.println("\n" + text + "\nKept in " + file);
    }

    private List<Map<Figure.Measured, Double>> measure(Group group, List<Goal> goals) {
        Measurement measurement = new Measurement(quick);
        List<Figure.Measured> figures = new ArrayList<>(
                new LinkedHashSet<>(goals.stream().flatMap(Goal::parts).toList()));
        int times = quick ? 1 : rounds > 0 ? rounds : group.rounds();
        List<Map<Figure.Measured, Double>> measured = new ArrayList<>();
        for (int round = 1; round <= times; round++) {
            Map<Figure.Measured, Double> taken = new HashMap<>();
            for (Figure.Measured figure : figures) {
                System.out.printf("%s, round %d of %d: %s … ", group.label(), round, times, figure);
                System.out.flush();
                double nanos = measurement.take(figure);
                System.out.println(Numbers.time(nanos));
                taken.put(figure, nanos);
            }
            measured.add(taken);
            // The other way round next time: who comes first has no advantage.
            Collections.reverse(figures);
        }
        return measured;
    }
}
