package io.stepgraph.samples.review.editor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShorteningTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        The lamp was lit at dusk, and it burned until dawn. | The lamp was lit at dusk. It burned until dawn.
        The lamp was very old, but the lens had been made new. | The lamp was very old. But the lens had been made new.
        The keeper lit the lamp; the ships could see it again. | The keeper lit the lamp. The ships could see it again.
        The oil lamp (bought in Paris) was heavy. | The oil lamp was heavy.
        The oil lamp — bought in Paris — was heavy. | The oil lamp was heavy.
        The lens, which came from Paris, was very heavy. | The lens was very heavy.
        The lens was made in Paris, which had the best glass. | The lens was made in Paris.
        The keepers climbed the tower, carrying oil in cans. | The keepers climbed the tower.
        """)
    void aSentenceIsShortenedWhereItsSignsAreClear(String sentence, String shorter) {
        assertThat(Shortening.ways(sentence)).first().isEqualTo(shorter);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The tower held a lamp, a lens, and the bed that was used by the keeper.",
                "The lamp smoked, the glass cracked, and the keeper climbed the stairs.",
                "When the storm came, and the sea was high, they slept.",
                "He said \u201Cthe lamp was lit at dusk, and it burned until dawn\u201D to us.",
                "They grew barley, wheat, and the like in spring.",
                "One two three."
            })
    void aSentenceThatCouldBreakIsLeftAlone(String sentence) {
        assertThat(Shortening.ways(sentence)).isEmpty();
    }

    @Test
    void everyWayIsFewerWordsOrMoreSentences() {
        String sentence =
                "The lens (made in Paris) was heavy, and it stood on rollers, which wore out; nobody could mend it.";
        assertThat(Shortening.ways(sentence))
                .hasSizeGreaterThan(2)
                .allSatisfy(way -> assertThat(Words.count(way) < Words.count(sentence)
                                || Sentences.of(way).size() == 2)
                        .isTrue());
    }
}
