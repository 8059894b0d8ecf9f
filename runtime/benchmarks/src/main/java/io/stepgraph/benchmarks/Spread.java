package io.stepgraph.benchmarks;

import io.stepgraph.benchmarks.Figure.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * One figure over all samples: its median, and the range that holds the true median with a probability of at least 90 %.
 *
 * <p>The range goes from the k-th smallest sample to the k-th largest. Each sample lies below the true median with probability
 * 1/2, whatever the figure's distribution, so the binomial distribution gives the largest k for which either end is wrong in at
 * most 5 % of all cases. Five samples are the fewest that suffice: then the range is from the least to the most. The method is
 * W. R. Thompson's ("On Confidence Ranges for the Median", Annals of Mathematical Statistics 7, 1936); see also J.-Y. Le Boudec,
 * "Performance Evaluation of Computer and Communication Systems", section 2.2. It takes the samples for independent, which turns
 * in one JVM are not quite; that is why there are several JVMs.
 *
 * @param low the lower end of the range; the least sample if there are too few for a range
 * @param median the one in the middle
 * @param high the upper end of the range; the greatest sample if there are too few for a range
 * @param samples how many samples there are
 * @param known whether the samples suffice for the range, and all are numbers
 */
record Spread(double low, double median, double high, int samples, boolean known) {
    private static final double WRONG_AT_EITHER_END = 0.05;

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
        int middle = samples / 2;
        double median = samples % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        int rank = rank(samples);
        int from = Math.max(rank, 1) - 1;
        boolean numbers = Arrays.stream(values).allMatch(Double::isFinite);
        return new Spread(sorted[from], median, sorted[samples - 1 - from], samples, rank > 0 && numbers);
    }

    /**
     * Whether this, taken for a difference of two sides of which one does more than the other, is established: above zero and
     * larger than its own range is wide. A side that does more takes longer, so a negative difference shows only that something
     * else was measured.
     */
    boolean isEstablishedExtra() {
        return known && median > high - low;
    }

    /** From where to where the range goes, each end shown in the same way. */
    String show(DoubleFunction<String> end) {
        return known ? end.apply(low) + " to " + end.apply(high) : "unknown";
    }

    /** The k of the range; 0 if there are too few samples for any. */
    private static int rank(int samples) {
        // Logarithms: a double cannot hold one half to the power of a thousand.
        double logarithm = -samples * Math.log(2);
        double below = 0;
        int rank = 0;
        while (true) {
            below += Math.exp(logarithm);
            if (below > WRONG_AT_EITHER_END) {
                return rank;
            }
            logarithm += Math.log((double) (samples - rank) / (rank + 1));
            rank++;
        }
    }
}
