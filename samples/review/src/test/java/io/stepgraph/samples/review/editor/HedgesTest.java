package io.stepgraph.samples.review.editor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HedgesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        Of course, the lamp failed.         | of course          | The lamp failed.
        The lamp, in a sense, failed.       | in a sense         | The lamp failed.
        The lamp failed, so to speak.       | so to speak        | The lamp failed.
        It was a rather old lamp.           | rather             | It was an old lamp.
        It was an essentially flat lens.    | essentially        | It was a flat lens.
        It was a quite unique lens.         | quite              | It was a unique lens.
        A tall, somewhat crooked tower.     | somewhat           | A tall, crooked tower.
        It was sort of dark.                | sort of            | It was dark.
        “Actually, no,” she said.           | actually           | “No,” she said.
        """)
    void cuttingAHedgeMendsTheSentence(String sentence, String hedge, String mended) {
        assertThat(Hedges.in(sentence)).containsExactly(hedge);
        assertThat(Hedges.cut(sentence, hedge)).isEqualTo(mended);
    }

    @Test
    void wordsThatCarryMeaningAreNoHedges() {
        assertThat(Hedges.in("It was oil rather than gas, a kind of paraffin, and quite a lot of it."))
                .isEmpty();
        assertThat(Hedges.in("He would rather leave.")).isEmpty();
        assertThat(Hedges.in("The tower was probably built in 1200.")).isEmpty();
    }

    @Test
    void aPhraseThatIsNotThereIsNotCut() {
        assertThat(Hedges.cut("The lamp failed.", "quite")).isEqualTo("The lamp failed.");
        assertThat(Hedges.cut("The lamp failed.", " ")).isEqualTo("The lamp failed.");
        assertThat(Hedges.cut("Quite.", "quite")).isEqualTo(".");
    }
}
