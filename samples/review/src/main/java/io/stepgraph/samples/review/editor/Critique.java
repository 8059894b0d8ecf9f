package io.stepgraph.samples.review.editor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The findings about a draft.
 *
 * @param findings the gravest first
 */
record Critique(List<Finding> findings) {

    private static final String NONE = "No weaknesses found.";
    private static final Pattern NUMBER = Pattern.compile("^\\s*(?:\\d{1,6}[.)]|[-*])\\s*");

    /** All findings together; 0 if there are none. */
    int weight() {
        return findings.stream().mapToInt(Finding::weight).sum();
    }

    /** A numbered list for people to read and for {@link #parse}. */
    String text() {
        return findings.isEmpty()
                ? NONE
                : IntStream.range(0, findings.size())
                        .mapToObj(i -> (i + 1) + ". " + findings.get(i).text())
                        .collect(Collectors.joining("\n"));
    }

    /** Reads a critique. Lines in words of their own, say a person's, are left out. */
    static Critique parse(String text) {
        return new Critique(text.lines()
                .map(line -> Finding.parse(NUMBER.matcher(line).replaceFirst("").strip()))
                .flatMap(Optional::stream)
                .toList());
    }
}
