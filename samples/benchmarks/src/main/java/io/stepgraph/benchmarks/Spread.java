package io.stepgraph.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * One figure over all rounds.
 *
 * @param least the least
 * @param median the one in the middle
 * @param most the most
 */
record Spread(double least, double median, double most) {

    static Spread of(List<Map<Figure.Measured, Double>> rounds, ToDoubleFunction<Map<Figure.Measured, Double>> figure) {
        return of(rounds.stream().mapToDouble(figure).toArray());
    }

    static Spread of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(sorted[0], median, sorted[sorted.length - 1]);
    }
}
