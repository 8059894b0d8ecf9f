package io.stepgraph.samples.chat;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The documents of the sample: Markdown files among its resources. Safe for use by many threads. */
public final class Documents {
    private static final List<String> NAMES =
            List.of("automation.md", "fuels.md", "keepers.md", "lenses.md", "signals.md");
    private static final int MOST_FOUND = 3;

    private final Map<String, String> texts = new TreeMap<>();

    /** All documents. */
    public Documents() {
        NAMES.forEach(name -> texts.put(name, text("documents/" + name)));
    }

    /** The text of a resource. */
    static String text(String resource) {
        try (InputStream file = Documents.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException(resource + " is missing from this build.");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The names of all documents. */
    List<String> names() {
        return List.copyOf(texts.keySet());
    }

    /** The documents that fit a query best: a line for each, which begins with its name. */
    String search(String query) {
        Set<String> wanted = Set.copyOf(Terms.of(query));
        String hits = texts.entrySet().stream()
                .filter(document -> score(document.getValue(), wanted) > 0)
                .sorted(Comparator.comparing(document -> -score(document.getValue(), wanted)))
                .limit(MOST_FOUND)
                .map(document -> document.getKey() + ": " + Sentences.best(document.getValue(), wanted, 1))
                .collect(joining("\n"));
        return hits.isEmpty() ? "Nothing found. The documents are: " + String.join(", ", names()) : hits;
    }

    /** How well a text fits: a term counts more if few documents have it. */
    private double score(String text, Set<String> wanted) {
        return Terms.of(text).stream()
                .filter(wanted::contains)
                .mapToDouble(term -> 1.0 / having(term))
                .sum();
    }

    private long having(String term) {
        return texts.values().stream()
                .filter(text -> Terms.of(text).contains(term))
                .count();
    }

    /**
     * The text of a document.
     *
     * @throws IllegalArgumentException if there is none with this name
     */
    String read(String name) {
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalArgumentException(
                    "There is no document '" + name + "'. The documents are: " + String.join(", ", names()));
        }
        return text;
    }
}
