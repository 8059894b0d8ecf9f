package io.stepgraph.samples.review.editor;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The terms a summary should mention: those that most sentences of the text are about.
 *
 * @param words for each key term, the most frequent first, a word of the text that stands for it
 */
record KeyTerms(Map<String, String> words) {

    private static final int MOST = 14;
    private static final int FEWEST_SENTENCES = 2;

    static KeyTerms of(Text source) {
        Map<String, Integer> sentencesWith = new LinkedHashMap<>();
        for (Sentence sentence : source.sentences()) {
            new LinkedHashSet<>(sentence.terms()).forEach(term -> sentencesWith.merge(term, 1, Integer::sum));
        }
        Set<String> names = names(source);
        List<String> keys = sentencesWith.entrySet().stream()
                .filter(entry -> entry.getValue() >= FEWEST_SENTENCES && !isPastTense(entry.getKey()))
                .map(entry -> Map.entry(entry.getKey(), entry.getValue() + (names.contains(entry.getKey()) ? 1 : 0)))
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
                .limit(Math.min(MOST, source.sentences().size() / 2))
                .map(Map.Entry::getKey)
                .toList();
        return new KeyTerms(spelled(keys, source, names));
    }

    /** Those that a text does not mention, as words. */
    List<String> missingIn(Text text) {
        Set<String> present = new HashSet<>();
        text.sentences().forEach(sentence -> present.addAll(sentence.terms()));
        return words.entrySet().stream()
                .filter(entry -> !present.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Terms that are written with a capital within a sentence. A name weighs more than a word. */
    private static Set<String> names(Text source) {
        Set<String> names = new HashSet<>();
        for (Sentence sentence : source.sentences()) {
            Words.of(sentence.text()).stream()
                    .skip(1)
                    .filter(word -> Character.isUpperCase(word.codePointAt(0)))
                    .map(Terms::term)
                    .forEach(names::add);
        }
        return names;
    }

    /** A text is seldom about what was "burned" or "carried", however often it says so. */
    private static boolean isPastTense(String term) {
        return term.length() > 5 && term.endsWith("ed") && !term.endsWith("eed");
    }

    /** For each key its most frequent spelling, in lower case unless it is a name. */
    private static Map<String, String> spelled(List<String> keys, Text source, Set<String> names) {
        Map<String, Map<String, Integer>> spellings = new LinkedHashMap<>();
        keys.forEach(key -> spellings.put(key, new LinkedHashMap<>()));
        for (Sentence sentence : source.sentences()) {
            for (String word : Words.of(sentence.text())) {
                String term = Terms.term(word);
                Map<String, Integer> counts = spellings.get(term);
                if (counts != null) {
                    counts.merge(names.contains(term) ? word : word.toLowerCase(Locale.ROOT), 1, Integer::sum);
                }
            }
        }
        Map<String, String> words = new LinkedHashMap<>();
        spellings.forEach((key, counts) -> words.put(
                key,
                counts.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse(key)));
        return words;
    }
}
