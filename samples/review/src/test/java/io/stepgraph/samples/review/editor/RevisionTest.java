package io.stepgraph.samples.review.editor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The critique in the prompt, and nothing else, decides what a revision does. */
class RevisionTest {

    private static final Text SOURCE = Text.of("""
        Lamps need oil and wicks. Keepers carry oil to the lamps every night. Boats bring the oil in May.
        Gulls steal fish from the boats. Storms keep the boats away. Keepers trim the wicks in storms.
        They sleep by day.\
        """);

    private static final String DRAFT =
            "Lamps need rather much oil and wicks. Keepers carry oil to the lamps every night. Boats bring the oil.";

    @Test
    void withoutACritiqueTheDraftStays() {
        assertThat(revised(DRAFT, "No weaknesses found.")).isEqualTo(DRAFT);
        assertThat(revised(DRAFT, "I do not like it.")).isEqualTo(DRAFT);
    }

    @Test
    void aNamedHedgeIsCutFromItsSentence() {
        assertThat(revised(DRAFT, "1. Sentence 1 hedges with \"rather\": cut it."))
                .startsWith("Lamps need much oil and wicks. Keepers");
        assertThat(revised(DRAFT, "1. Sentence 2 hedges with \"rather\": cut it."))
                .isEqualTo(DRAFT);
        assertThat(revised(DRAFT, "1. Sentence 9 hedges with \"rather\": cut it."))
                .isEqualTo(DRAFT);
    }

    @Test
    void aMissingTermIsCoveredByASentenceOfTheTextInItsPlace() {
        assertThat(revised(DRAFT, "1. The draft says nothing of \"gulls\", a key term of the text: cover it."))
                .isEqualTo(DRAFT + " Gulls steal fish from the boats.");
        assertThat(revised(
                        "Lamps need oil and wicks. Gulls steal fish from the boats.",
                        "1. The draft says nothing of \"night\", a key term of the text: cover it."))
                .isEqualTo("Lamps need oil and wicks. Keepers carry oil to the lamps every night. "
                        + "Gulls steal fish from the boats.");
    }

    @Test
    void aTermThatTheTextDoesNotHoldIsNotInvented() {
        assertThat(revised(DRAFT, "1. The draft says nothing of \"dragons\", a key term of the text: cover it."))
                .isEqualTo(DRAFT);
    }

    @Test
    void aSentenceThatCannotStandAloneIsNotAdded() {
        assertThat(revised(DRAFT, "1. The draft says nothing of \"sleep\", a key term of the text: cover it."))
                .isEqualTo(DRAFT);
    }

    @Test
    void oneOfTwoSentencesThatSayTheSameIsDropped() {
        String draft = DRAFT + " Keepers carry the oil to lamps each night. Storms keep boats away.";

        assertThat(revised(draft, "1. Sentence 4 repeats sentence 2 (\"oil\", \"lamp\"): drop one of the two."))
                .isIn(
                        draft.replace(" Keepers carry oil to the lamps every night.", ""),
                        draft.replace(" Keepers carry the oil to lamps each night.", ""));
    }

    @Test
    void aSentenceThatTheNextOnePointsBackToIsNotDropped() {
        String draft = "Lamps need oil. Keepers carry oil to lamps. They sleep by day. Boats bring oil.";

        assertThat(revised(draft, "1. \"carry\" occurs 9 times, where 0 would do: drop a sentence with it."))
                .isEqualTo(draft);
    }

    @Test
    void numbersOfSentencesHoldWhileOthersAreSplit() {
        String draft = """
            Keepers carry the oil to the lamps every single night of the whole long year, and they trim all the wicks \
            of the lamps in storms too. Boats are quite late. Storms are quite bad.\
            """;

        assertThat(revised(draft, """
            1. Sentence 1 ("Keepers\u2026") has 26 words: split or shorten it to at most 25.
            2. Sentence 3 hedges with "quite": cut it.\
            """)).isEqualTo("""
                Keepers carry the oil to the lamps every single night of the whole long year. They trim all the \
                wicks of the lamps in storms too. Boats are quite late. Storms are bad.\
                """);
    }

    @Test
    void aDraftOfAnyLengthIsCutUnderTheLimit() {
        assertThat(Words.count(revised("Keepers trim lamps. ".repeat(500), ""))).isBetween(100, 190);
        assertThat(Words.count(revised("lamp ".repeat(500), ""))).isBetween(100, 190);
        assertThat(revised("", "1. Sentence 1 hedges with \"rather\": cut it.")).isEmpty();
    }

    private static String revised(String draft, String critique) {
        return Revision.of(SOURCE, draft, Critique.parse(critique));
    }
}
