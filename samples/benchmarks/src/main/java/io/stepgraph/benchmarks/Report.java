package io.stepgraph.benchmarks;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The table at the end, as Markdown, which reads well on a terminal too. */
final class Report {
    private static final List<String> HEAD =
            List.of("group", "benchmark", "ours", "against", "theirs", "compared", "in all rounds", "goal", "met");

    private final List<List<String>> rows = new ArrayList<>(List.of(HEAD));

    private int goals;
    private int missed;

    void add(Goal goal, List<Map<Figure.Measured, Double>> rounds) {
        Spread comparison = goal.comparison(rounds);
        Goal.Bound bound = goal.bound();
        boolean met = bound.isMetBy(comparison.median());
        boolean isGoal = !(bound instanceof Goal.Told);
        goals += isGoal ? 1 : 0;
        missed += met ? 0 : 1;
        rows.add(List.of(
                goal.group().label(),
                goal.name(),
                goal.ours().unit().show(Spread.of(rounds, goal.ours()::in).median()),
                goal.against(),
                goal.other().unit().show(Spread.of(rounds, goal.other()::in).median()),
                bound.show(comparison.median()),
                bound.show(comparison.least()) + " to " + bound.show(comparison.most()),
                bound.text(),
                isGoal ? met ? "yes" : "NO" : Goal.NONE));
    }

    void add(Omission omission) {
        List<String> row = new ArrayList<>(Collections.nCopies(HEAD.size(), Goal.NONE));
        row.set(0, omission.group().label());
        row.set(1, omission.name());
        row.set(HEAD.indexOf("against"), "left out: " + omission.reason());
        rows.add(row);
    }

    /** How many goals were missed. */
    int missed() {
        return missed;
    }

    /** What came out, in a sentence. */
    String verdict() {
        return missed == 0 ? "All " + goals + " goals are met." : missed + " of " + goals + " goals are missed.";
    }

    @Override
    public String toString() {
        int[] widths = IntStream.range(0, HEAD.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        List<String> lines =
                new ArrayList<>(rows.stream().map(row -> line(row, widths)).toList());
        lines.add(1, IntStream.of(widths).mapToObj("-"::repeat).collect(joining(" | ", "| ", " |")));
        return String.join("\n", lines) + "\n";
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> row.get(column)
                        + " ".repeat(widths[column] - row.get(column).length()))
                .collect(joining(" | ", "| ", " |"));
    }
}
