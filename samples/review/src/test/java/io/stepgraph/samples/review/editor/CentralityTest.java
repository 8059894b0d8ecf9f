package io.stepgraph.samples.review.editor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CentralityTest {

    @Test
    void theSentenceThatSharesMostIsMostCentral() {
        double[] scores = Centrality.of(Text.of("""
            Lamps burn oil. Keepers trim the lamps and carry oil up the stairs. Keepers sleep by day.
            Stairs wear out. Bananas ripen slowly.\
            """).sentences());

        assertThat(scores).hasSize(5);
        assertThat(Arrays.stream(scores).sum()).isCloseTo(1, within(1e-6));
        assertThat(Arrays.stream(scores).max()).hasValue(scores[1]);
        assertThat(Arrays.stream(scores).min()).hasValue(scores[4]);
    }

    @Test
    void sentencesWithoutTermsAreRankedToo() {
        assertThat(Centrality.of(Text.of("It is. So it was. And so on.").sentences()))
                .hasSize(3)
                .doesNotContain(Double.NaN);
        assertThat(Centrality.of(Text.of("").sentences())).isEmpty();
    }
}
