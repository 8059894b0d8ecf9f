package io.stepgraph.samples.review.editor;

import io.stepgraph.samples.review.editor.Manuscript.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Does what a critique says, finding by finding. For each it tries a few changes and keeps the best one, if the
 * {@link Critic} finds the draft no worse with it; so a revision never has a graver critique than its draft.
 */
final class Revision {

    private static final int MOST_CANDIDATES = 40;
    private static final int MOST_ADDED = 3;
    private static final int MOST_SPLITS = 3;

    /** The end of a draft longer than this is cut off without weighing what it is worth. */
    private static final int MOST_WORDS_WEIGHED = 250;

    private final Text source;
    private final Critic critic;
    private Manuscript manuscript;

    private Revision(Text source, String draft) {
        this.source = source;
        this.critic = new Critic(source);
        this.manuscript = Manuscript.of(draft, source);
    }

    static String of(Text source, String draft, Critique critique) {
        Revision revision = new Revision(source, draft);
        revision.cutToLength();
        // Missing terms come last: cutting the rest makes room for it.
        critique.findings().stream()
                .filter(finding -> !(finding instanceof Finding.Uncovered))
                .forEach(revision::mend);
        critique.findings().stream()
                .filter(finding -> finding instanceof Finding.Uncovered)
                .forEach(revision::mend);
        return revision.manuscript.parts().isEmpty() ? draft : revision.manuscript.text();
    }

    private void mend(Finding finding) {
        if (finding instanceof Finding.Hedged hedged) {
            unhedge(hedged);
        } else if (finding instanceof Finding.LongSentence tooLong) {
            shorten(tooLong.sentence());
        } else if (finding instanceof Finding.Repeats repeats) {
            drop(part -> part.number() == repeats.sentence() || part.number() == repeats.earlier());
        } else if (finding instanceof Finding.Overused overused) {
            List<String> terms = Terms.of(overused.words());
            drop(part -> part.sentence().terms().containsAll(terms));
        } else if (finding instanceof Finding.Uncovered uncovered) {
            cover(Terms.of(String.join(" ", uncovered.words())));
        }
    }

    private void unhedge(Finding.Hedged hedged) {
        keepBest(parts(part -> part.number() == hedged.sentence())
                .map(part -> manuscript.change(
                        part, part.with(Hedges.cut(part.sentence().text(), hedged.hedge())))));
    }

    private void shorten(int number) {
        for (int split = 0; split < MOST_SPLITS; split++) {
            keepBest(parts(part -> part.number() == number)
                    .flatMap(part -> shorter(part).map(text -> manuscript.change(part, part.with(text)))));
        }
    }

    /** The part with one of its long sentences shortened, in all ways. */
    private static Stream<String> shorter(Part part) {
        List<String> sentences = Sentences.of(part.sentence().text());
        return IntStream.range(0, sentences.size())
                .boxed()
                .filter(i -> Words.count(sentences.get(i)) > Critic.MOST_WORDS_IN_SENTENCE)
                .flatMap(i -> Shortening.ways(sentences.get(i)).stream().map(way -> {
                    List<String> changed = new ArrayList<>(sentences);
                    changed.set(i, way);
                    return String.join(" ", changed);
                }));
    }

    private void drop(Predicate<Part> which) {
        keepBest(parts(which).map(manuscript::without));
    }

    /** Adds sentences of the source that mention these terms, each in exchange for another if the draft is full. */
    private void cover(List<String> terms) {
        double[] scores = Draft.scores(source.sentences());
        List<Integer> ranking = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble(place -> -scores[place]))
                .toList();
        for (int added = 0; added < MOST_ADDED; added++) {
            List<String> missing =
                    terms.stream().filter(term -> !manuscript.mentions(term)).toList();
            keepBest(ranking.stream()
                    .filter(place -> !manuscript.has(place)
                            && mayCover(source.sentences().get(place), missing))
                    .limit(MOST_CANDIDATES)
                    .flatMap(place -> concise(source.sentences().get(place)).map(s -> manuscript.with(s, place)))
                    .flatMap(this::inLength));
        }
    }

    private static boolean mayCover(Sentence sentence, List<String> missing) {
        return sentence.standsAlone() && sentence.terms().stream().anyMatch(missing::contains);
    }

    /** A sentence as it is if that is short enough, or else shortened. */
    private static Stream<Sentence> concise(Sentence sentence) {
        return sentence.words() <= Critic.MOST_WORDS_IN_SENTENCE
                ? Stream.of(sentence)
                : Shortening.ways(sentence.text()).stream().map(way -> Sentence.of(way, sentence.paragraph()));
    }

    private Stream<Manuscript> inLength(Manuscript longer) {
        return longer.words() <= Critic.MOST_WORDS
                ? Stream.of(longer)
                : manuscript.parts().stream().map(longer::without).filter(m -> m.words() <= Critic.MOST_WORDS);
    }

    private void cutToLength() {
        while (manuscript.words() > Critic.MOST_WORDS) {
            int last = manuscript.parts().size() - 1;
            List<Manuscript> shorter = manuscript.words() > MOST_WORDS_WEIGHED
                    ? List.of()
                    : manuscript.parts().stream()
                            .map(manuscript::without)
                            .filter(m -> !m.equals(manuscript))
                            .toList();
            manuscript = shorter.stream()
                    .min(Comparator.comparingInt(this::weight))
                    .orElseGet(() -> last > 0 ? manuscript.first(last) : manuscript.cut(Critic.MOST_WORDS));
        }
    }

    private void keepBest(Stream<Manuscript> changed) {
        changed.filter(candidate -> !candidate.equals(manuscript))
                .min(Comparator.comparingInt(this::weight))
                .filter(best -> weight(best) <= weight(manuscript))
                .ifPresent(best -> manuscript = best);
    }

    private int weight(Manuscript candidate) {
        return critic.weight(candidate.text());
    }

    private Stream<Part> parts(Predicate<Part> which) {
        return manuscript.parts().stream().filter(which);
    }
}
