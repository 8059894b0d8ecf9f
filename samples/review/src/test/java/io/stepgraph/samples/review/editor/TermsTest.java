package io.stepgraph.samples.review.editor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TermsTest {

    @Test
    void wordsKeepWhatJoinsThem() {
        assertThat(Words.of("Don\u2019t pay 1,000.50 \u2014 it\u2019s well-known, \u201CDalén\u201D said."))
                .containsExactly("Don\u2019t", "pay", "1,000.50", "it\u2019s", "well-known", "Dalén", "said");
    }

    @Test
    void signsWithoutSpacesCountOneByOne() {
        assertThat(Words.of("灯台 is 2 signs")).containsExactly("灯", "台", "is", "2", "signs");
    }

    @Test
    void theFirstWordsOfATextAreCutOffAtAWord() {
        assertThat(Words.firstOf("One, two; three.", 2)).isEqualTo("One, two\u2026");
        assertThat(Words.firstOf("One, two; three.", 3)).isEqualTo("One, two; three.");
        assertThat(Words.firstOf("", 3)).isEmpty();
    }

    @Test
    void termsAreSingularAndSayWhatATextIsAbout() {
        assertThat(Terms.of("The Lamps of the keepers' cities, whose glasses and torches the gas's oil-lamp lit"))
                .containsExactly("lamp", "keeper", "city", "glass", "torch", "gas", "oil", "lamp", "lit");
    }

    @Test
    void composedAndDecomposedLettersAreTheSameTerm() {
        assertThat(Terms.of("Dale\u0301n")).isEqualTo(Terms.of("Dal\u00E9n"));
    }
}
