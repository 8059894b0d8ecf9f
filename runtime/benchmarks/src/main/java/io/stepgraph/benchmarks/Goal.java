package io.stepgraph.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Two figures side by side, and how they should compare.
 *
 * @param group where it belongs
 * @param name what is compared
 * @param ours our figure
 * @param against what the other is
 * @param other the other figure
 * @param bound how they should compare
 */
record Goal(Group group, String name, Figure ours, String against, Figure other, Bound bound) {
    /** The text of an empty cell. */
    static final String NONE = "–";

    /** The benchmarks that this goal needs. */
    Stream<Figure.Part> parts() {
        return Stream.of(ours, other).flatMap(figure -> figure.parts().stream());
    }

    /** All that is subtracted for it. */
    Stream<Figure.Difference> differences() {
        Stream<Figure.Difference> before = Stream.of(ours, other).flatMap(Figure::differences);
        return bound instanceof AtMostMillisMore ? Stream.concat(before, Stream.of(ours.minus(other))) : before;
    }

    /** Those samples that have all its numbers. */
    List<Map<Figure.Part, Double>> among(List<Map<Figure.Part, Double>> samples) {
        List<Figure.Part> parts = parts().toList();
        return samples.stream()
                .filter(sample -> sample.keySet().containsAll(parts))
                .toList();
    }

    /** How they compare, in each sample. */
    Spread comparison(List<Map<Figure.Part, Double>> samples) {
        return Spread.of(samples, sample -> bound.compare(ours.in(sample), other.in(sample)));
    }

    /** How one figure compares to another. */
    sealed interface Bound {
        double compare(double ours, double other);

        boolean isMetBy(double comparison);

        String show(double comparison);

        /** The goal in words. */
        String text();
    }

    /**
     * We take no more than so many times as long.
     *
     * @param limit how many times
     */
    record AtMostTimes(double limit) implements Bound {
        @Override
        public double compare(double ours, double other) {
            return ours / other;
        }

        @Override
        public boolean isMetBy(double comparison) {
            return comparison <= limit;
        }

        @Override
        public String show(double comparison) {
            return Numbers.plain(comparison) + "×";
        }

        @Override
        public String text() {
            return "≤ " + Numbers.plain(limit) + "×";
        }
    }

    /**
     * We are so many times as fast, or more.
     *
     * @param limit how many times
     */
    record TimesFaster(double limit) implements Bound {
        @Override
        public double compare(double ours, double other) {
            return other / ours;
        }

        @Override
        public boolean isMetBy(double comparison) {
            return comparison >= limit;
        }

        @Override
        public String show(double comparison) {
            return Numbers.plain(comparison) + "×";
        }

        @Override
        public String text() {
            return "≥ " + Numbers.plain(limit) + "× faster";
        }
    }

    /**
     * We take no more than so many milliseconds longer.
     *
     * @param limit how many
     */
    record AtMostMillisMore(double limit) implements Bound {
        @Override
        public double compare(double ours, double other) {
            return ours - other;
        }

        @Override
        public boolean isMetBy(double comparison) {
            return comparison <= limit * 1e6;
        }

        @Override
        public String show(double comparison) {
            return (comparison < 0 ? "" : "+ ") + Numbers.time(comparison);
        }

        @Override
        public String text() {
            return "≤ + " + Numbers.plain(limit) + " ms";
        }
    }

    /**
     * Ours is at most this number, whatever the other is.
     *
     * @param limit how many
     */
    record AtMost(double limit) implements Bound {
        @Override
        public double compare(double ours, double other) {
            return ours;
        }

        @Override
        public boolean isMetBy(double comparison) {
            return comparison <= limit;
        }

        @Override
        public String show(double comparison) {
            return Numbers.plain(comparison);
        }

        @Override
        public String text() {
            return "≤ " + Numbers.plain(limit);
        }
    }

    /**
     * Ours takes at most this time, whatever the other takes.
     *
     * @param limit how many milliseconds
     */
    record AtMostMillis(double limit) implements Bound {
        @Override
        public double compare(double ours, double other) {
            return ours;
        }

        @Override
        public boolean isMetBy(double comparison) {
            return comparison <= limit * 1e6;
        }

        @Override
        public String show(double comparison) {
            return Numbers.time(comparison);
        }

        @Override
        public String text() {
            return "≤ " + Numbers.plain(limit) + " ms";
        }
    }

    /** No goal: it is good to know. */
    record Told() implements Bound {
        @Override
        public double compare(double ours, double other) {
            return ours / other;
        }

        @Override
        public boolean isMetBy(double comparison) {
            return true;
        }

        @Override
        public String show(double comparison) {
            return Numbers.plain(comparison) + "×";
        }

        @Override
        public String text() {
            return NONE;
        }
    }
}
