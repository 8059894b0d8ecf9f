package io.stepgraph.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Figure.Part;
import io.stepgraph.benchmarks.Goal.AtMost;
import io.stepgraph.benchmarks.Goal.AtMostMillisMore;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Bound;
import io.stepgraph.benchmarks.Goal.TimesFaster;
import io.stepgraph.benchmarks.Goal.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoalTest {
    private static final Measured OURS = new Measured(GoalTest.class, "ours", Map.of());
    private static final Measured THEIRS = new Measured(GoalTest.class, "theirs", Map.of());

    /** In the second round the machine was slow, for both: the comparison does not see it. */
    private static final List<Map<Part, Double>> ROUNDS = List.of(
            Map.of(OURS, 4e6, THEIRS, 2e6),
            Map.of(OURS, 40e6, THEIRS, 20e6),
            Map.of(OURS, 4e6, THEIRS, 2e6),
            Map.of(OURS, 8e6, THEIRS, 4e6),
            Map.of(OURS, 4e6, THEIRS, 1e6));

    @Test
    void contendersAreComparedWithinARound() {
        assertThat(compare(new AtMostTimes(3))).isEqualTo(new Spread(2, 2, 4, 5, true));
        assertThat(compare(new TimesFaster(3))).isEqualTo(new Spread(0.25, 0.5, 0.5, 5, true));
        assertThat(compare(new AtMostMillisMore(3))).isEqualTo(new Spread(2e6, 3e6, 20e6, 5, true));
    }

    @Test
    void theTableShowsTheSpreadAndWhatItEstablishes() {
        assertThat(table(new AtMostTimes(4))).contains("| 2×", "| 2× to 4×", "| 5 ", "| ≤ 4×", "| yes");
        assertThat(table(new AtMostTimes(2))).contains("| ≤ 2×", "| not established");
        assertThat(table(new TimesFaster(2))).contains("| 0.50×", "| 0.25× to 0.50×", "| ≥ 2× faster", "| NO");
        assertThat(table(new AtMostMillisMore(30))).contains("| + 3 ms", "| + 2 ms to + 20 ms", "| not established");
    }

    @Test
    void theTableShowsTheSpreadOfADifferenceToo() {
        Report report = new Report();
        report.add(new Goal(Group.COMPILE, "extra", OURS.minus(THEIRS), "theirs", THEIRS, new AtMostTimes(2)), ROUNDS);

        assertThat(report.toString()).contains("| 3 ms (2 ms to 20 ms) ", "| 2 ms ", "| not established");
    }

    @Test
    void oneRoundHasNoSpread() {
        Report report = new Report();
        report.add(goal(new AtMostTimes(4)), ROUNDS.subList(0, 1));

        assertThat(report.toString()).contains("| 2×", "| unknown", "| 1 ", "| not established");
    }

    @Test
    void goalsAreCounted() {
        Report report = new Report();
        report.add(goal(new AtMostTimes(4)), ROUNDS);
        assertThat(report.allMet()).isTrue();

        report.add(goal(new AtMostTimes(2)), ROUNDS);
        assertThat(report.allMet()).isFalse();
        report.add(goal(new AtMostTimes(1.5)), ROUNDS);
        report.add(goal(new TimesFaster(2)), ROUNDS);
        assertThat(report.verdict()).isEqualTo("Of 4 goals: 1 met, 2 missed, 1 not established.");
    }

    @Test
    void onlySamplesThatHaveAllNumbersCount() {
        List<Map<Part, Double>> taken = new ArrayList<>(ROUNDS);
        taken.add(Map.of(OURS, 9e6));
        taken.add(Map.of());

        assertThat(goal(new Told()).among(taken)).isEqualTo(ROUNDS);
    }

    @Test
    void countsStandForThemselves() {
        assertThat(compare(new AtMost(3))).isEqualTo(new Spread(4e6, 4e6, 40e6, 5, true));
        assertThat(table(new AtMost(4e7))).contains("| ≤ 40,000,000", "| yes");
        assertThat(table(new AtMost(3e6))).contains("| NO");
    }

    @Test
    void ratesAreComparedAsTimes() {
        Measured one = new Measured(GoalTest.class, "one", Map.of(), null, Unit.RATE, false);
        Measured other = new Measured(GoalTest.class, "other", Map.of(), null, Unit.RATE, false);
        Report report = new Report();
        report.add(
                new Goal(Group.QUEUE, "runs", one, "others", other, new TimesFaster(2)),
                List.of(Map.of(one, 1e6, other, 4e6)));

        assertThat(report.toString()).contains("| 1,000 / s ", "| 250 / s ", "| 4× ");
    }

    @Test
    void whatIsOnlyToldIsNoGoalAndNorIsWhatIsLeftOut() {
        Report report = new Report();
        report.add(goal(new Told()), ROUNDS);
        report.add(new Omission(Group.SYNC, "a step", "needs Linux"));

        assertThat(report.verdict()).startsWith("Of 0 goals");
        assertThat(report.toString())
                .contains("| 2×", "| left out: needs Linux |")
                .doesNotContain("| yes", "| NO");
    }

    @Test
    void figuresCanBeCalculated() {
        assertThat(OURS.minus(THEIRS).per(10).in(ROUNDS.get(0))).isEqualTo(2e5);
        assertThat(OURS.minus(THEIRS).per(10).parts()).containsExactly(OURS, THEIRS);
    }

    private static Spread compare(Bound bound) {
        return goal(bound).comparison(ROUNDS);
    }

    private static String table(Bound bound) {
        Report report = new Report();
        report.add(goal(bound), ROUNDS);
        return report.toString();
    }

    private static Goal goal(Bound bound) {
        return new Goal(Group.MACHINE, "a step", OURS, "theirs", THEIRS, bound);
    }
}
