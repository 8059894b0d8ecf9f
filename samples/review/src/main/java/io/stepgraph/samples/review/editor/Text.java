package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.List;

/**
 * The text that is summarised, or a summary of it, as sentences in order.
 *
 * @param sentences all of them
 */
record Text(List<Sentence> sentences) {

    static Text of(String text) {
        List<Sentence> sentences = new ArrayList<>();
        List<String> paragraphs = Prose.paragraphs(text);
        for (int paragraph = 0; paragraph < paragraphs.size(); paragraph++) {
            for (String sentence : Sentences.of(paragraphs.get(paragraph))) {
                sentences.add(Sentence.of(sentence, paragraph));
            }
        }
        return new Text(List.copyOf(sentences));
    }

    /** How many words it has. */
    int words() {
        return sentences.stream().mapToInt(Sentence::words).sum();
    }
}
