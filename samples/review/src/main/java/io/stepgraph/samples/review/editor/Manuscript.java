package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A draft under revision. Its parts remember which sentence of the draft they come from, so that a critique's numbers
 * hold while sentences are split, dropped and added. Immutable.
 */
record Manuscript(List<Part> parts) {

    /**
     * One or more sentences.
     *
     * @param number the sentence of the draft this was, from 1; 0 if it was added
     * @param place where it belongs in the order of the source
     */
    record Part(int number, int place, Sentence sentence) {

        Part with(String text) {
            return new Part(number, place, Sentence.of(text, sentence.paragraph()));
        }
    }

    static Manuscript of(String draft, Text source) {
        List<Part> parts = new ArrayList<>();
        for (Sentence sentence : Text.of(draft).sentences()) {
            parts.add(new Part(parts.size() + 1, placeOf(sentence, source), sentence));
        }
        return new Manuscript(List.copyOf(parts));
    }

    /** With a part in another form. */
    Manuscript change(Part part, Part changed) {
        return new Manuscript(
                parts.stream().map(each -> each.equals(part) ? changed : each).toList());
    }

    /** The first parts only. */
    Manuscript first(int count) {
        return new Manuscript(parts.subList(0, count));
    }

    /** With its parts cut off in mid-sentence after so many words. */
    Manuscript cut(int words) {
        return new Manuscript(parts.stream()
                .map(part -> part.with(Words.firstOf(part.sentence().text(), words)))
                .toList());
    }

    /** Without a part; itself if the next sentence points back to that part or little would be left. */
    Manuscript without(Part dropped) {
        int at = parts.indexOf(dropped);
        boolean needed = at + 1 < parts.size() && parts.get(at + 1).sentence().pointsBack();
        return needed || parts.size() <= 2
                ? this
                : new Manuscript(
                        parts.stream().filter(part -> !part.equals(dropped)).toList());
    }

    /** With a sentence of the source added where it belongs. */
    Manuscript with(Sentence sentence, int place) {
        List<Part> more = new ArrayList<>(parts);
        int at = 0;
        while (at < more.size()
                && (more.get(at).place() < place || more.get(at).sentence().pointsBack())) {
            at++;
        }
        more.add(at, new Part(0, place, sentence));
        return new Manuscript(List.copyOf(more));
    }

    boolean has(int place) {
        return parts.stream().anyMatch(part -> part.place() == place);
    }

    boolean mentions(String term) {
        return parts.stream().anyMatch(part -> part.sentence().terms().contains(term));
    }

    int words() {
        return parts.stream().mapToInt(part -> part.sentence().words()).sum();
    }

    String text() {
        return parts.stream().map(part -> part.sentence().text()).collect(Collectors.joining(" "));
    }

    /** The sentence of the source that is most like this one. */
    private static int placeOf(Sentence sentence, Text source) {
        for (int i = 0; i < source.sentences().size(); i++) {
            if (source.sentences().get(i).text().equals(sentence.text())) {
                return i;
            }
        }
        int best = 0;
        double most = 0;
        for (int i = 0; i < source.sentences().size(); i++) {
            double likeness = source.sentences().get(i).overlap(sentence);
            if (likeness > most) {
                most = likeness;
                best = i;
            }
        }
        return best;
    }
}
