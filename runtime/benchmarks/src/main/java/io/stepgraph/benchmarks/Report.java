package io.stepgraph.benchmarks;

import static java.util.stream.Collectors.joining;

import io.stepgraph.benchmarks.Figure.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The table at the end, as Markdown, which reads well on a terminal too. */
final class Report {
    private static final List<String> HEAD =
            List.of("group", "benchmark", "ours", "against", "theirs", "compared", "spread", "samples", "goal", "met");
    private static final String LEGEND = """
            compared: the median of the samples, in each of which all sides were measured.
            spread: the two quartiles, which take 5 samples or more.
            met: "yes" or "NO" if the whole spread lies inside or outside the goal, else "not established". What was subtracted and left
            a difference that is negative or smaller than its own spread establishes nothing either.
            """;

    private final List<List<String>> rows = new ArrayList<>(List.of(HEAD));

    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);

    void add(Goal goal, List<Map<Part, Double>> taken) {
        List<Map<Part, Double>> samples = goal.among(taken);
        Spread comparison = goal.comparison(samples);
        Goal.Bound bound = goal.bound();
        Verdict verdict = Verdict.of(goal, samples);
        verdicts.merge(verdict, 1, Integer::sum);
        rows.add(List.of(
                goal.group().label(),
                goal.name(),
                show(goal.ours(), samples),
                goal.against(),
                show(goal.other(), samples),
                bound.show(comparison.median()),
                comparison.show(bound::show),
                Integer.toString(comparison.samples()),
                bound.text(),
                verdict.toString()));
    }

    void add(Omission omission) {
        List<String> row = new ArrayList<>(Collections.nCopies(HEAD.size(), Goal.NONE));
        row.set(0, omission.group().label());
        row.set(1, omission.name());
        row.set(HEAD.indexOf("against"), "left out: " + omission.reason());
        rows.add(row);
    }

    /** Whether every goal is met. */
    boolean allMet() {
        return count(Verdict.MISSED) == 0 && count(Verdict.NOT_ESTABLISHED) == 0;
    }

    /** The results in one sentence. */
    String verdict() {
        int met = count(Verdict.MET);
        int missed = count(Verdict.MISSED);
        int open = count(Verdict.NOT_ESTABLISHED);
        return "Of " + (met + missed + open) + " goals: " + met + " met, " + missed + " missed, " + open
                + " not established.";
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
        return String.join("\n", lines) + "\n\n" + LEGEND;
    }

    /**
     * The median; where something was subtracted, with its spread, which tells whether the difference can be believed.
     */
    private static String show(Figure figure, List<Map<Part, Double>> samples) {
        Spread spread = Spread.of(samples, figure::in);
        Unit unit = figure.unit();
        String median = unit.show(spread.median());
        return figure.differences().findAny().isEmpty() ? median : median + " (" + spread.show(unit::show) + ")";
    }

    private int count(Verdict verdict) {
        return verdicts.getOrDefault(verdict, 0);
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> row.get(column)
                        + " ".repeat(widths[column] - row.get(column).length()))
                .collect(joining(" | ", "| ", " |"));
    }
}
