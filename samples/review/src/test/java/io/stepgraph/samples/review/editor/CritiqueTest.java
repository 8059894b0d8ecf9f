package io.stepgraph.samples.review.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CritiqueTest {

    private static final String SOURCE = """
        Lamps need oil and wicks. Oil comes by boat. Keepers carry oil to the lamps. Wicks burn down.
        Keepers trim the wicks. Boats come in May. Gulls steal fish from the boats. Keepers eat fish.\
        """;

    private final Critic critic = new Critic(Text.of(SOURCE));

    @Test
    void aDraftThatCoversItsTextHasNoWeaknesses() {
        Critique critique = critic.critique("Keepers trim the wicks of lamps. Boats bring oil and fish.");

        assertThat(critique.text()).isEqualTo("No weaknesses found.");
        assertThat(critique.weight()).isZero();
        assertThat(Critique.parse(critique.text()).findings()).isEmpty();
    }

    @Test
    void keyTermsLeftOutAreNamed() {
        assertThat(critic.critique("Lamps need oil and keepers.").text())
                .isEqualTo("1. The draft says nothing of \"wicks\", \"boats\", key terms of the text: cover them.");
    }

    @Test
    void longSentencesRepetitionAndHedgesAreNamed() {
        String draft = """
            Keepers carry oil to the lamps by boat. Wicks are, of course, trimmed by keepers, who carry the oil for \
            the lamps up the long winding stair of the tower in cans that hold no more than one gallon. \
            Lamps, lamps, lamps and lamps eat fish.\
            """;

        assertThat(critic.critique(draft).text()).isEqualTo("""
            1. Sentence 2 ("Wicks are, of course, trimmed\u2026") has 31 words: split or shorten it to at most 25.
            2. Sentence 2 repeats sentence 1 ("keeper", "carry", "oil", "lamp"): drop one of the two.
            3. Sentence 2 hedges with "of course": cut it.
            4. "lamps" occurs 6 times, where 5 would do: drop a sentence with it.\
            """);
    }

    @Test
    void aDraftOfTooManyWordsIsNamedFirst() {
        assertThat(critic.critique("Keepers trim lamps. ".repeat(70)).findings())
                .hasSize(12)
                .first()
                .isEqualTo(new Finding.TooLong(210));
    }

    @Test
    void whatIsWrittenIsReadBack() {
        Critique critique = new Critique(List.of(
                new Finding.TooLong(250),
                new Finding.Uncovered(List.of("lamp", "Isle of May")),
                new Finding.LongSentence(3, "He said 'no' (twice)\u2026", 31),
                new Finding.Repeats(5, 2, List.of("oil", "lamp")),
                new Finding.Overused("lamp oil", 7, 4),
                new Finding.Hedged(1, "more or less")));

        assertThat(Critique.parse(critique.text())).isEqualTo(critique);
    }

    @Test
    void linesInOtherWordsAreLeftOut() {
        assertThat(Critique.parse("""
            Dear author,
            - Sentence 1 hedges with "quite": cut it, please!
            I like it otherwise.
            """).findings()).containsExactly(new Finding.Hedged(1, "quite"));
    }
}
