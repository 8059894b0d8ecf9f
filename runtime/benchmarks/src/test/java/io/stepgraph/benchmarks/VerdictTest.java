package io.stepgraph.benchmarks;

import static io.stepgraph.benchmarks.Verdict.MET;
import static io.stepgraph.benchmarks.Verdict.MISSED;
import static io.stepgraph.benchmarks.Verdict.NONE;
import static io.stepgraph.benchmarks.Verdict.NOT_ESTABLISHED;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.benchmarks.Figure.Measured;
import io.stepgraph.benchmarks.Figure.Part;
import io.stepgraph.benchmarks.Goal.AtMost;
import io.stepgraph.benchmarks.Goal.AtMostMillisMore;
import io.stepgraph.benchmarks.Goal.AtMostTimes;
import io.stepgraph.benchmarks.Goal.Bound;
import io.stepgraph.benchmarks.Goal.TimesFaster;
import io.stepgraph.benchmarks.Goal.Told;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("nightly")
class VerdictTest {
    private static final Measured OURS = new Measured(VerdictTest.class, "ours", Map.of());
    private static final Measured THEIRS = new Measured(VerdictTest.class, "theirs", Map.of());
    private static final Measured BASE = new Measured(VerdictTest.class, "base", Map.of());
    private static final double MILLIS = 1e6;

    @Test
    void aGoalIsMetOrMissedIfBothQuartilesSaySo() {
        assertThat(times(1.5, 1.1, 1.2, 1.3, 1.2, 1.4)).isEqualTo(MET);
        assertThat(times(1.5, 1.6, 1.7, 1.8, 1.7, 1.9)).isEqualTo(MISSED);
        assertThat(times(1.5, 1.1, 1.6, 1.3, 1.2, 1.6)).isEqualTo(NOT_ESTABLISHED);
        assertThat(times(1.5, 1.4, 1.7, 1.8, 1.4, 1.9)).isEqualTo(NOT_ESTABLISHED);
    }

    @Test
    void fasterIsJudgedAsSlowerIs() {
        assertThat(of(new TimesFaster(2), 0.1, 0.2, 0.3, 0.4, 0.5)).isEqualTo(MET);
        assertThat(of(new TimesFaster(2), 0.6, 0.7, 0.8, 0.9, 1)).isEqualTo(MISSED);
        assertThat(of(new TimesFaster(2), 0.4, 0.5, 0.6, 0.7, 0.8)).isEqualTo(NOT_ESTABLISHED);
    }

    @Test
    void countsAreJudgedToo() {
        assertThat(of(new AtMost(0), 0, 0, 0, 0, 0)).isEqualTo(MET);
        assertThat(of(new AtMost(0), 0, 0, 0, 1, 1)).isEqualTo(NOT_ESTABLISHED);
        assertThat(of(new AtMost(0), 1, 1, 1, 1, 1)).isEqualTo(MISSED);
    }

    @Test
    void fewSamplesEstablishNothing() {
        assertThat(times(1.5, 1)).isEqualTo(NOT_ESTABLISHED);
        assertThat(times(1.5, 9)).isEqualTo(NOT_ESTABLISHED);
        assertThat(times(1.5, 1, 1, 1, 1)).isEqualTo(NOT_ESTABLISHED);
        assertThat(times(1.5)).isEqualTo(NOT_ESTABLISHED);
    }

    @Test
    void whatIsNoNumberEstablishesNothing() {
        assertThat(times(1.5, 1, 1, 1, 1, Double.NaN)).isEqualTo(NOT_ESTABLISHED);
        assertThat(of(new TimesFaster(2), 0, 0, 0, 0, 0)).isEqualTo(NOT_ESTABLISHED); // infinitely fast
    }

    @Test
    void anExtraIsEstablishedIfItIsLargerThanItsSpread() {
        assertThat(millisMore(15, 8, 9, 10, 11, 12)).isEqualTo(MET);
        assertThat(millisMore(15, 28, 29, 30, 31, 32)).isEqualTo(MISSED);
        assertThat(millisMore(15, 1, 1, 3, 6, 9)).isEqualTo(NOT_ESTABLISHED);
        assertThat(millisMore(15, 12, 13, 14, 16, 16)).isEqualTo(NOT_ESTABLISHED);
    }

    /**
     * Results that once were printed as "yes": a program that starts 5 ms before the empty one, a compilation of -792
     * ms.
     */
    @Test
    void aNegativeExtraIsNeverEstablished() {
        assertThat(millisMore(15, -7, -6, -5, -4, -3)).isEqualTo(NOT_ESTABLISHED);
        assertThat(millisMore(15, -792, -791, -792, -793, -790)).isEqualTo(NOT_ESTABLISHED);
        assertThat(ratioOfExtras(-792, -791, -790, -792, -791)).isEqualTo(NOT_ESTABLISHED);
    }

    @Test
    void aRatioOfExtrasIsEstablishedIfTheExtrasAre() {
        assertThat(ratioOfExtras(8, 9, 8, 9, 8)).isEqualTo(MET);
        assertThat(ratioOfExtras(18, 19, 18, 19, 18)).isEqualTo(MISSED);
        assertThat(ratioOfExtras(1, 1, 3, 6, 9)).isEqualTo(NOT_ESTABLISHED);
    }

    @Test
    void whatIsOnlyToldHasNoVerdict() {
        assertThat(of(new Told(), 1)).isEqualTo(NONE);
    }

    private static Verdict times(double limit, double... ours) {
        return of(new AtMostTimes(limit), ours);
    }

    private static Verdict millisMore(double limit, double... extras) {
        return of(
                new AtMostMillisMore(limit),
                DoubleStream.of(extras).map(extra -> extra * MILLIS + 1).toArray());
    }

    /** Against 1, in each sample. */
    private static Verdict of(Bound bound, double... ours) {
        return Verdict.of(
                new Goal(Group.START, "ours", OURS, "theirs", THEIRS, bound),
                DoubleStream.of(ours)
                        .<Map<Part, Double>>mapToObj(number -> Map.of(OURS, number, THEIRS, 1.0))
                        .toList());
    }

    /** Ours without the base against theirs without it, which is always 10; no more than once as much is the goal. */
    private static Verdict ratioOfExtras(double... ours) {
        return Verdict.of(
                new Goal(
                        Group.COMPILE,
                        "extra",
                        OURS.minus(BASE),
                        "their extra",
                        THEIRS.minus(BASE),
                        new AtMostTimes(1)),
                DoubleStream.of(ours)
                        .<Map<Part, Double>>mapToObj(
                                number -> Map.of(OURS, 1_000 + number, THEIRS, 1_010.0, BASE, 1_000.0))
                        .toList());
    }
}
