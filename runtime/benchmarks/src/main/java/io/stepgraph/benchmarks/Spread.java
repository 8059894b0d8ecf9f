package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * One figure over all samples: its median and its quartiles, which have a quarter of the samples outside at either end.
 * Between two samples, a quartile is interpolated as R and NumPy do by default (Hyndman and Fan, "Sample Quantiles in
 * Statistical Packages", 1996, definition 7).
 *
 * @param low the lower quartile
 * @param median the one in the middle
 * @param high the upper quartile
 * @param samples how many samples there are
 * @param known whether there are enough samples, and all are numbers
 */
record Spread(double low, double median, double high, int samples, boolean known) {
    private static final int FEWEST = 5;

    static Spread of(List<Map<Part, Double>> samples, ToDoubleFunction<Map<Part, Double>> figure) {
        return of(samples.stream().mapToDouble(figure).toArray());
    }

    static Spread of(double... values) {
        int samples = values.length;
        if (samples == 0) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN, 0, false);
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        boolean numbers = Arrays.stream(values).allMatch(Double::isFinite);
        return new Spread(
                quantile(sorted, 0.25),
                quantile(sorted, 0.5),
                quantile(sorted, 0.75),
                samples,
                samples >= FEWEST && numbers);
    }

    private static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        double rest = place - below;
        return rest == 0 ? sorted[below] : sorted[below] + rest * (sorted[below + 1] - sorted[below]);
    }

    /**
     * Whether this, taken for a difference of two sides of which one does more than the other, is established: above
     * zero and larger than its own range is wide. A side that does more takes longer, so a negative difference shows
     * only that something else was measured.
     */
    boolean isEstablishedExtra() {
        return known && median > high - low;
    }

    /** From where to where the range goes, each end shown in the same way. */
    String show(DoubleFunction<String> end) {
        return known ? end.apply(low) + " to " + end.apply(high) : "unknown";
    }
}
