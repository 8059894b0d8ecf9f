package io.stepgraph.samples.review.editor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProseTest {

    @Test
    void markdownIsTakenOff() {
        String text = """
            ---
            title: front matter
            ---
            # Heading #

            A **bold** and *slanted* [link](https://x.org/a_b) with `code` ![image](i.png) and
            a wrapped line[^1] of snake_case.

            Underlined
            ----------
            > quoted
            > twice

            * one item
              that goes on
            2. another

            ***

            ```java
            int code = 1;
            ```
            | a | table |
            """;

        assertThat(Prose.paragraphs(text))
                .containsExactly(
                        "A bold and slanted link with code and a wrapped line of snake_case.",
                        "quoted twice",
                        "one item that goes on",
                        "another");
    }

    @Test
    void aShortLineWithoutStopIsAHeading() {
        assertThat(Prose.paragraphs("On Lamps\n\nLamps burn oil.")).containsExactly("Lamps burn oil.");
    }

    @Test
    void headingsAreTheTextIfThereIsNothingElse() {
        assertThat(Prose.paragraphs("# On Lamps\n\nHello world")).containsExactly("On Lamps", "Hello world");
    }

    @Test
    void strangeLinesAreRead() {
        assertThat(Prose.paragraphs("a\u00A0b.\r\n\uFEFFc.")).containsExactly("a b. c.");
        assertThat(Prose.paragraphs("- ".repeat(50_000) + "\n" + ">".repeat(50_000)))
                .isEmpty();
        assertThat(Prose.paragraphs("")).isEmpty();
    }
}
