package io.stepgraph.samples.chat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The documents of the sample: Markdown files among its resources. Safe for use by many threads. */
public final class Documents {
    private static final List<String> NAMES =
            List.of("automation.md", "fuels.md", "keepers.md", "lenses.md", "signals.md");
    private static final int MOST_FOUND = 3;

    private final Map<String, String> texts;

    private Documents(Map<String, String> texts) {
        this.texts = texts;
    }

    /** A document that fits a query. */
    private record Hit(String name, double score, String sentence) {}

    /**
     * The documents of the sample.
     *
     * @return all of them
     */
    public static Documents load() {
        Map<String, String> texts = new LinkedHashMap<>();
        NAMES.forEach(name -> texts.put(name, text("documents/" + name)));
        return new Documents(texts);
    }

    private static String text(String resource) {
        try (InputStream file = Documents.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException("The document " + resource + " is missing from this build.");
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
        List<Hit> hits = texts.entrySet().stream()
                .map(entry -> new Hit(
                        entry.getKey(), score(wanted, entry.getValue()), Sentences.best(entry.getValue(), wanted)))
                .filter(hit -> hit.score() > 0)
                .sorted(Comparator.comparingDouble(Hit::score).reversed())
                .limit(MOST_FOUND)
                .toList();
        if (hits.isEmpty()) {
            return "Nothing found. The documents are: " + String.join(", ", names());
        }
        return hits.stream().map(hit -> hit.name() + ": " + hit.sentence()).collect(Collectors.joining("\n"));
    }

    /** How well a document fits: a term counts more if few documents have it, and little more if it comes often. */
    private double score(Set<String> wanted, String text) {
        List<String> terms = Terms.of(text);
        return wanted.stream()
                .mapToDouble(term -> {
                    long count = terms.stream().filter(term::equals).count();
                    return count == 0 ? 0 : rarity(term) * (1 + Math.log((double) count));
                })
                .sum();
    }

    private double rarity(String term) {
        long having = texts.values().stream()
                .filter(text -> Terms.of(text).contains(term))
                .count();
        return Math.log(1 + (double) texts.size() / having);
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
