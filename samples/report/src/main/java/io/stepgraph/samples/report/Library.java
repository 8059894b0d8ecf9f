package io.stepgraph.samples.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The documents that the sample ships.
 *
 * @param pause how long each use takes, as if a model worked
 */
record Library(Duration pause) {

    /** The sentences of a document, one a line. */
    List<String> sentences(String document) throws IOException, InterruptedException {
        Thread.sleep(pause.toMillis());
        try (InputStream in =
                Objects.requireNonNull(Library.class.getResourceAsStream("documents/" + document + ".txt"), document)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** The sentences that share most words with a text, in their order. */
    List<String> best(List<String> sentences, String text, int most) throws InterruptedException {
        Thread.sleep(pause.toMillis());
        Set<String> words = words(text);
        List<String> chosen = sentences.stream()
                .sorted(Comparator.comparingLong((String sentence) ->
                        -words(sentence).stream().filter(words::contains).count()))
                .limit(most)
                .toList();
        return sentences.stream().filter(chosen::contains).toList();
    }

    /** The words of four letters or more, without the plural. */
    private static Set<String> words(String text) {
        return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}]+", -1))
                .filter(word -> word.length() > 3)
                .map(word -> word.endsWith("s") ? word.substring(0, word.length() - 1) : word)
                .collect(Collectors.toSet());
    }
}
