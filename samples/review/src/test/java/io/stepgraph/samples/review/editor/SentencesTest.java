package io.stepgraph.samples.review.editor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentencesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Dr. Smith met J. R. Jones of Acme Inc. in St. Ives.",
                "It weighs 3.5 kg, i.e. 1,000.25 times less.",
                "See Fig. 3 and No. 5 on pp. 10 to 12.",
                "He left at 5 p.m. yesterday.",
                "\"Stop!\" he said.",
                "Was it... enough?",
                "He paused (He was tired. Very tired.) and went on.",
                "The file is called notes.txt and lives at example.org.",
                "no full stop at all"
            })
    void oneSentenceStaysWhole(String sentence) {
        assertThat(Sentences.of(sentence)).containsExactly(sentence);
    }

    @Test
    void sentencesEndAtStopsBeforeACapital() {
        assertThat(Sentences.of("The U.S. Navy came. It left! Did it? Yes\u2026 He said no. Then 12 more came."))
                .containsExactly(
                        "The U.S. Navy came.", "It left!", "Did it?", "Yes\u2026", "He said no.", "Then 12 more came.");
    }

    @Test
    void closingQuotesBelongToTheSentenceBefore() {
        assertThat(Sentences.of("\u201CGo.\u201D She went. (He stayed.) \u201CWhy?\u201D Nobody knew."))
                .containsExactly("\u201CGo.\u201D", "She went.", "(He stayed.)", "\u201CWhy?\u201D", "Nobody knew.");
    }

    @Test
    void anAbbreviationMayEndASentence() {
        assertThat(Sentences.of("We sell nails, etc. The shop opens at 8 a.m. It closes at 5."))
                .containsExactly("We sell nails, etc.", "The shop opens at 8 a.m.", "It closes at 5.");
    }

    @Test
    void otherScriptsAreSplit() {
        assertThat(Sentences.of("灯台は明るい。船は安全だ！")).containsExactly("灯台は明るい。", "船は安全だ！");
        assertThat(Sentences.of("Écoute. Où vas-tu? Älter wird man.")).hasSize(3);
        assertThat(Sentences.of("Маяк горит. Корабль идёт.")).hasSize(2);
    }

    @Test
    void aTextWithoutCapitalsIsSplitAllTheSame() {
        assertThat(Sentences.of("hello there. this is small.")).containsExactly("hello there.", "this is small.");
    }

    @Test
    void whatHasNoLettersIsNoSentence() {
        assertThat(Sentences.of("")).isEmpty();
        assertThat(Sentences.of(" ... !? \u2014")).isEmpty();
    }

    @Test
    void aBracketThatIsNeverClosedEndsNothingButItself() {
        assertThat(Sentences.of("He went (as usual. She stayed. They slept.")).hasSize(3);
    }
}
