package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Measures drafts against the text they summarise. */
final class Critic {

    /** Programs count words differently: a little less than 200 is under 200 for all of them. */
    static final int MOST_WORDS = 190;

    /** As in the British government's writing guide: "check any sentences with more than 25 words". */
    static final int MOST_WORDS_IN_SENTENCE = 25;

    private static final double REPEATED = 0.5;
    private static final int LEAST_SHARED = 3;
    private static final int ALWAYS_ALLOWED = 4;
    private static final int MOST_SENTENCES_COMPARED = 40;
    private static final int MOST_FINDINGS = 12;

    private final KeyTerms keyTerms;
    private final Map<String, Integer> sourceCounts;
    private final int sourceTerms;

    Critic(Text source) {
        this.keyTerms = KeyTerms.of(source);
        this.sourceCounts = counts(source);
        this.sourceTerms =
                source.sentences().stream().mapToInt(s -> s.terms().size()).sum();
    }

    /** The gravest weaknesses of a draft, as many as a reader can take in. */
    Critique critique(String draft) {
        return new Critique(all(Text.of(draft)).stream()
                .sorted(Comparator.comparingInt(Finding::weight).reversed())
                .limit(MOST_FINDINGS)
                .toList());
    }

    /** The weight of all weaknesses. */
    int weight(String draft) {
        return new Critique(all(Text.of(draft))).weight();
    }

    private List<Finding> all(Text draft) {
        List<Finding> findings = new ArrayList<>();
        if (draft.words() > MOST_WORDS) {
            findings.add(new Finding.TooLong(draft.words()));
        }
        List<String> missing = keyTerms.missingIn(draft);
        if (!missing.isEmpty()) {
            findings.add(new Finding.Uncovered(missing));
        }
        for (int i = 0; i < draft.sentences().size(); i++) {
            measure(i + 1, draft.sentences().get(i), findings);
        }
        compare(draft.sentences(), findings);
        count(draft, findings);
        return findings;
    }

    private static void measure(int number, Sentence sentence, List<Finding> findings) {
        if (sentence.words() > MOST_WORDS_IN_SENTENCE) {
            String start = Words.firstOf(sentence.text(), 5).replace('"', '\'');
            findings.add(new Finding.LongSentence(number, start, sentence.words()));
        }
        Hedges.in(sentence.text()).forEach(hedge -> findings.add(new Finding.Hedged(number, hedge)));
    }

    private static void compare(List<Sentence> sentences, List<Finding> findings) {
        List<Set<String>> terms = sentences.stream()
                .limit(MOST_SENTENCES_COMPARED)
                .map(sentence -> (Set<String>) new LinkedHashSet<>(sentence.terms()))
                .toList();
        for (int later = 1; later < terms.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                Set<String> other = terms.get(earlier);
                List<String> shared =
                        terms.get(later).stream().filter(other::contains).toList();
                int smaller = Math.min(terms.get(later).size(), other.size());
                if (shared.size() >= LEAST_SHARED && shared.size() >= REPEATED * smaller) {
                    findings.add(new Finding.Repeats(later + 1, earlier + 1, shared));
                }
            }
        }
    }

    private void count(Text draft, List<Finding> findings) {
        int terms = draft.sentences().stream().mapToInt(s -> s.terms().size()).sum();
        counts(draft).forEach((words, times) -> {
            double expected = (double) sourceCounts.getOrDefault(words, 0) * terms / Math.max(1, sourceTerms);
            int allowed = Math.max(ALWAYS_ALLOWED, (int) Math.ceil(2 * expected));
            if (times > allowed) {
                findings.add(new Finding.Overused(spelled(words, draft), times, allowed));
            }
        });
    }

    /** How often each term occurs, and each pair of neighbouring terms. */
    private static Map<String, Integer> counts(Text text) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Sentence sentence : text.sentences()) {
            List<String> terms = sentence.terms();
            for (int i = 0; i < terms.size(); i++) {
                counts.merge(terms.get(i), 1, Integer::sum);
                if (i > 0) {
                    counts.merge(terms.get(i - 1) + " " + terms.get(i), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    /** Terms as words that the draft uses for them. */
    private static String spelled(String terms, Text draft) {
        return Arrays.stream(terms.split(" "))
                .map(term -> draft.sentences().stream()
                        .flatMap(sentence -> Words.of(sentence.text()).stream())
                        .filter(word -> Terms.term(word).equals(term))
                        .findFirst()
                        .orElse(term))
                .collect(Collectors.joining(" "));
    }
}
