package io.stepgraph.samples.review.editor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A first summary: the most central sentences, in the order of the text. A sentence that points back ("It was…")
 * comes only with the one before it.
 *
 * <p>What the place of a sentence is worth: H. P. Edmundson, <i>New Methods in Automatic Extracting</i>, Journal of
 * the ACM 16(2), 1969.
 */
final class Draft {

    /** Leaves the revision room to add something. */
    private static final int MOST_WORDS = 150;

    /** A text this short is its own summary. */
    private static final int SHORT_TEXT = 40;

    private static final double ENOUGH = 0.85;
    private static final double SAME = 0.7;

    /** Sentences that open a paragraph, and the first and last paragraphs, say more than others (Edmundson 1969). */
    private static final double GOOD_PLACE = 1.2;

    /** Each sentence taken from a paragraph makes its others worth so much less, so that all parts have their say. */
    private static final double SAME_PARAGRAPH = 0.6;

    private static final String NOTHING = "The text has no sentences to summarise.";

    private final List<Sentence> sentences;
    private final int budget;
    private final TreeSet<Integer> chosen = new TreeSet<>();
    private final Map<Integer, Integer> takenFrom = new HashMap<>();
    private int words;

    private Draft(Text source) {
        this.sentences = source.sentences();
        this.budget = Math.min(MOST_WORDS, Math.max(SHORT_TEXT, source.words() / 2));
    }

    static String of(Text source) {
        if (source.sentences().isEmpty()) {
            return NOTHING;
        }
        Draft draft = new Draft(source);
        draft.choose(scores(source.sentences()));
        return draft.chosen.isEmpty() ? firstWords(source, draft.budget) : draft.text();
    }

    /** How much each sentence matters: its centrality, and a little more in a good place. */
    static double[] scores(List<Sentence> sentences) {
        double[] scores = Centrality.of(sentences);
        int last = sentences.isEmpty() ? 0 : sentences.get(sentences.size() - 1).paragraph();
        int before = -1;
        for (int i = 0; i < scores.length; i++) {
            int paragraph = sentences.get(i).paragraph();
            scores[i] *= paragraph == before ? 1 : GOOD_PLACE;
            scores[i] *= paragraph == 0 || paragraph == last ? GOOD_PLACE : 1;
            before = paragraph;
        }
        return scores;
    }

    /** A summary begins where the text begins; the rest is chosen by score. */
    private void choose(double[] scores) {
        add(withWhatItPointsTo(0));
        Queue<Candidate> candidates = new PriorityQueue<>();
        for (int i = 0; i < scores.length; i++) {
            candidates.add(new Candidate(i, scores[i], 0));
        }
        while (!candidates.isEmpty() && words < budget * ENOUGH) {
            Candidate best = candidates.remove();
            int taken = takenFrom.getOrDefault(sentences.get(best.place()).paragraph(), 0);
            if (best.taken() < taken) {
                double less = best.score() * Math.pow(SAME_PARAGRAPH, taken - best.taken());
                candidates.add(new Candidate(best.place(), less, taken));
            } else {
                add(withWhatItPointsTo(best.place()));
            }
        }
    }

    private void add(List<Integer> places) {
        int more = places.stream().mapToInt(i -> sentences.get(i).words()).sum();
        if (words + more <= budget && places.stream().noneMatch(this::isSaid)) {
            chosen.addAll(places);
            words += more;
            places.forEach(i -> takenFrom.merge(sentences.get(i).paragraph(), 1, Integer::sum));
        }
    }

    /** A sentence to choose, whose score knows of so many taken from its paragraph. */
    private record Candidate(int place, double score, int taken) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate other) {
            int byScore = Double.compare(other.score, score);
            return byScore != 0 ? byScore : Integer.compare(place, other.place);
        }
    }

    /** The sentence, preceded by the one it points back to unless that is chosen; empty if it cannot stand so. */
    private List<Integer> withWhatItPointsTo(int i) {
        Sentence sentence = sentences.get(i);
        if (chosen.contains(i) || !Sentence.isPaired(sentence.text())) {
            return List.of();
        }
        if (sentence.standsAlone() || sentences.size() == 1 || chosen.contains(i - 1)) {
            return List.of(i);
        }
        boolean canFollow = i > 0
                && sentences.get(i - 1).paragraph() == sentence.paragraph()
                && sentences.get(i - 1).standsAlone();
        return canFollow ? List.of(i - 1, i) : List.of();
    }

    private boolean isSaid(int candidate) {
        return chosen.stream().anyMatch(i -> sentences.get(i).overlap(sentences.get(candidate)) >= SAME);
    }

    private String text() {
        return chosen.stream().map(i -> sentences.get(i).text()).collect(Collectors.joining(" "));
    }

    /** For a text of endless sentences, or of none that can stand alone. */
    private static String firstWords(Text source, int budget) {
        String all = source.sentences().stream().map(Sentence::text).collect(Collectors.joining(" "));
        return Words.firstOf(all, budget);
    }
}
