package io.stepgraph.samples.chat;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The sentences of a Markdown text. */
final class Sentences {
    private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+");

    private Sentences() {}

    /** The sentences with most of some terms, in the order of the text. Headings are none. */
    static String best(String markdown, Set<String> terms, int most) {
        String prose = markdown.lines().filter(line -> !line.startsWith("#")).collect(joining(" "));
        List<String> all =
                END.splitAsStream(prose.replaceAll("\\s+", " ").strip()).toList();
        return all.stream()
                .filter(sentence -> common(sentence, terms) > 0)
                .sorted(Comparator.comparing(sentence -> -common(sentence, terms)))
                .limit(most)
                .sorted(Comparator.comparing(all::indexOf))
                .collect(joining(" "));
    }

    private static long common(String sentence, Set<String> terms) {
        return Terms.of(sentence).stream().filter(terms::contains).distinct().count();
    }
}
