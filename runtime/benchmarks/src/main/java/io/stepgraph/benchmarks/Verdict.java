package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Part;
import java.util.List;
import java.util.Map;

/** Whether a goal is met, as far as the samples tell. */
enum Verdict {
    /** Both quartiles of the comparison meet the goal. */
    MET("yes"),

    /** Neither quartile meets the goal. */
    MISSED("NO"),

    /**
     * The samples do not tell: there are too few, only one quartile meets the goal, or what was subtracted on the way
     * left a difference that is negative or smaller than its own spread.
     */
    NOT_ESTABLISHED("not established"),

    /** There is no goal. */
    NONE(Goal.NONE);

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    static Verdict of(Goal goal, List<Map<Part, Double>> samples) {
        Goal.Bound bound = goal.bound();
        if (bound instanceof Goal.Told) {
            return NONE;
        }
        Spread compared = goal.comparison(samples);
        if (!compared.known()
                || goal.differences()
                        .anyMatch(difference ->
                                !Spread.of(samples, difference::in).isEstablishedExtra())) {
            return NOT_ESTABLISHED;
        }
        boolean low = bound.isMetBy(compared.low());
        boolean high = bound.isMetBy(compared.high());
        return low != high ? NOT_ESTABLISHED : low ? MET : MISSED;
    }

    @Override
    public String toString() {
        return text;
    }
}
