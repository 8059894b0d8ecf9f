package io.stepgraph.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A time in nanoseconds: measured, or calculated from others. */
sealed interface Figure {

    /** What has to be measured for it. */
    List<Measured> parts();

    /**
     * Its value in one round.
     *
     * @param round the nanoseconds that were measured in it
     */
    double in(Map<Measured, Double> round);

    /** The same time, divided. */
    default Figure per(int count) {
        return new Share(this, count);
    }

    /** How much longer this takes than another. */
    default Figure minus(Figure other) {
        return new Difference(this, other);
    }

    /**
     * A benchmark of JMH with its parameters.
     *
     * @param benchmark its class
     * @param method its method
     * @param parameters a value for each of its parameters
     */
    record Measured(Class<?> benchmark, String method, Map<String, String> parameters) implements Figure {
        @Override
        public List<Measured> parts() {
            return List.of(this);
        }

        @Override
        public double in(Map<Measured, Double> round) {
            return Objects.requireNonNull(round.get(this));
        }

        @Override
        public String toString() {
            return benchmark.getSimpleName() + "." + method + (parameters.isEmpty() ? "" : " " + parameters);
        }
    }

    /**
     * A part of a time.
     *
     * @param whole the time
     * @param count how many parts it has
     */
    record Share(Figure whole, int count) implements Figure {
        @Override
        public List<Measured> parts() {
            return whole.parts();
        }

        @Override
        public double in(Map<Measured, Double> round) {
            return whole.in(round) / count;
        }
    }

    /**
     * What one takes longer than the other.
     *
     * @param one the one
     * @param other the other
     */
    record Difference(Figure one, Figure other) implements Figure {
        @Override
        public List<Measured> parts() {
            return Stream.of(one, other)
                    .flatMap(figure -> figure.parts().stream())
                    .toList();
        }

        @Override
        public double in(Map<Measured, Double> round) {
            return one.in(round) - other.in(round);
        }
    }
}
