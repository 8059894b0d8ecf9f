package io.stepgraph.samples.chat;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The sentences of a Markdown text. */
final class Sentences {
    private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+");
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private Sentences() {}

    /** All sentences, without headings. */
    static List<String> of(String markdown) {
        String prose = String.join(
                "\n", markdown.lines().filter(line -> !line.startsWith("#")).toList());
        return END.splitAsStream(SPACE.matcher(prose).replaceAll(" ").strip()).toList();
    }

    /** The sentence with most of some terms; the first of several. */
    static String best(String markdown, Set<String> terms) {
        return String.join(" ", best(markdown, terms, 1));
    }

    /** The sentences with most of some terms, in the order of the text. */
    static List<String> best(String markdown, Set<String> terms, int most) {
        List<String> all = of(markdown);
        return IntStream.range(0, all.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> -common(all.get(i), terms))
                        .thenComparing(i -> i))
                .limit(most)
                .filter(i -> common(all.get(i), terms) > 0)
                .sorted()
                .map(all::get)
                .toList();
    }

    private static long common(String sentence, Set<String> terms) {
        return Terms.of(sentence).stream().filter(terms::contains).distinct().count();
    }
}
