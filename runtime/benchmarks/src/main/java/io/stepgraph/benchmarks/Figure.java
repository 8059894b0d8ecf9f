package io.stepgraph.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A number: measured or counted, or calculated from others. */
sealed interface Figure {

    /** The benchmarks that this figure needs. */
    List<Part> parts();

    /** The differences that it is calculated from, itself among them. */
    Stream<Difference> differences();

    /**
     * Its value in one sample.
     *
     * @param sample the numbers that were taken in one round or one turn
     */
    double in(Map<Part, Double> sample);

    /** The unit of the number. */
    Unit unit();

    /** The same, divided. */
    default Figure per(int count) {
        return new Share(this, count);
    }

    /** How much more this is than another. */
    default Difference minus(Figure other) {
        return new Difference(this, other);
    }

    /** A number that is taken, not calculated. */
    sealed interface Part extends Figure {
        @Override
        default List<Part> parts() {
            return List.of(this);
        }

        @Override
        default Stream<Difference> differences() {
            return Stream.empty();
        }

        @Override
        default double in(Map<Part, Double> sample) {
            return Objects.requireNonNull(sample.get(this));
        }
    }

    /**
     * The time of a side that takes turns with others.
     *
     * @param side the side
     */
    record Timed(Side side) implements Part {
        @Override
        public Unit unit() {
            return Unit.TIME;
        }
    }

    /**
     * A result of a JMH benchmark: the time of an operation, or a count.
     *
     * @param benchmark its class
     * @param method its method
     * @param parameters a value for each of its parameters
     * @param counter the field of its {@code AuxCounters}; null for the time of an operation
     * @param unit what that is a number of
     * @param slowSyncs whether it is measured where {@link SlowSyncs} are
     */
    record Measured(
            Class<?> benchmark,
            String method,
            Map<String, String> parameters,
            @Nullable String counter,
            Unit unit,
            boolean slowSyncs)
            implements Part {

        /** The time of an operation. */
        Measured(Class<?> benchmark, String method, Map<String, String> parameters) {
            this(benchmark, method, parameters, null, Unit.TIME, false);
        }

        /** A count of the same benchmark. */
        Measured counting(String field, Unit counted) {
            return new Measured(benchmark, method, parameters, field, counted, slowSyncs);
        }

        /** The benchmark itself, whichever of its counts is asked for. */
        Measured withoutCounter() {
            return new Measured(benchmark, method, parameters, null, Unit.TIME, slowSyncs);
        }

        /** The same where bringing data to the disk takes a millisecond and is counted. */
        Measured withSlowSyncs() {
            return new Measured(benchmark, method, parameters, counter, unit, true);
        }

        @Override
        public String toString() {
            return benchmark.getSimpleName() + "." + method
                    + (parameters.isEmpty() ? "" : " " + parameters)
                    + (slowSyncs ? ", slow syncs" : "")
                    + (counter == null ? "" : ", " + counter);
        }
    }

    /**
     * A part of another.
     *
     * @param whole the other
     * @param count how many parts it has
     */
    record Share(Figure whole, int count) implements Figure {
        @Override
        public List<Part> parts() {
            return whole.parts();
        }

        @Override
        public Stream<Difference> differences() {
            return whole.differences();
        }

        @Override
        public double in(Map<Part, Double> sample) {
            return whole.in(sample) / count;
        }

        @Override
        public Unit unit() {
            return whole.unit();
        }
    }

    /**
     * The difference of two figures, where the second measures a part of the first.
     *
     * @param one the one
     * @param other the other
     */
    record Difference(Figure one, Figure other) implements Figure {
        @Override
        public List<Part> parts() {
            return Stream.of(one, other)
                    .flatMap(figure -> figure.parts().stream())
                    .toList();
        }

        @Override
        public Stream<Difference> differences() {
            return Stream.of(Stream.of(this), one.differences(), other.differences())
                    .flatMap(Function.identity());
        }

        @Override
        public double in(Map<Part, Double> sample) {
            return one.in(sample) - other.in(sample);
        }

        @Override
        public Unit unit() {
            return one.unit();
        }
    }
}
