package io.stepgraph.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void fewerThanFiveSamplesLeaveTheRangeUnknown(int samples) {
        Spread spread = upTo(samples);

        assertThat(spread.known()).isFalse();
        assertThat(spread.low()).isEqualTo(1);
        assertThat(spread.high()).isEqualTo(samples);
    }

    /** As in tables of the sign test, for 5 % at either end. */
    @ParameterizedTest
    @CsvSource({"5, 1", "7, 1", "8, 2", "10, 2", "11, 3", "20, 6", "25, 8", "40, 15", "100, 42"})
    void theRangeLeavesOutAsManySamplesAtEitherEndAsTheBinomialDistributionAllows(int samples, int rank) {
        Spread spread = upTo(samples);

        assertThat(spread.known()).isTrue();
        assertThat(spread.low()).isEqualTo(rank);
        assertThat(spread.median()).isEqualTo((samples + 1) / 2.0);
        assertThat(spread.high()).isEqualTo(samples + 1 - rank);
    }

    /** One half to the power of 5,000 is zero as a double. */
    @Test
    void theRangeOfThousandsOfSamplesIsNotEmpty() {
        assertThat(upTo(5_000).low()).isBetween(2_440.0, 2_444.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aSampleThatIsNoNumberLeavesTheRangeUnknown(double sample) {
        assertThat(Spread.of(1, 2, 3, 4, 5, 6, sample).known()).isFalse();
    }

    @Test
    void nothingIsKnownOfNothing() {
        assertThat(Spread.of().known()).isFalse();
        assertThat(Spread.of().isEstablishedExtra()).isFalse();
    }

    @Test
    void aDifferenceIsEstablishedIfItIsAboveZeroAndLargerThanItsRangeIsWide() {
        assertThat(Spread.of(9, 10, 11, 12, 13).isEstablishedExtra()).isTrue();
        assertThat(Spread.of(1, 2, 3, 4, 5).isEstablishedExtra()).isFalse();
        assertThat(Spread.of(-13, -12, -11, -10, -9).isEstablishedExtra()).isFalse();
        assertThat(Spread.of(0, 0, 0, 0, 0).isEstablishedExtra()).isFalse();
        assertThat(Spread.of(10).isEstablishedExtra()).isFalse();
    }

    private static Spread upTo(int samples) {
        return Spread.of(IntStream.rangeClosed(1, samples).asDoubleStream().toArray());
    }
}
