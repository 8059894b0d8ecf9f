package io.stepgraph.samples.review.editor;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One sentence.
 *
 * @param text as written, with its full stop
 * @param paragraph the number of its paragraph
 * @param words how many it has
 * @param terms its {@link Terms}, in order
 */
record Sentence(String text, int paragraph, int words, List<String> terms) {

    /** Words that point back at an earlier sentence, where a sentence begins with one. */
    private static final Set<String> POINTERS = Set.copyOf(List.of(
            ("he she it they this these those that such his her its their him them but and so yet or nor however "
                            + "therefore thus hence moreover furthermore then instead meanwhile otherwise nevertheless "
                            + "still also besides here both neither another similarly consequently again even")
                    .split(" ")));

    private static final Pattern POINTING_START = Pattern.compile("(?i)(the (latter|former|same|other|others|result)"
            + "|for (example|instance|this reason)|in (addition|contrast|other words|this|that|turn)|as a result"
            + "|at the same time|by (then|contrast)|(after|before|since|to|from|with) (this|that|these|those|then)"
            + "|on the (other|contrary)|one of (them|these)|(some|many|most|all|none) of (them|these|those))\\b.*");

    private static final Set<String> PRONOUNS = Set.of("he", "she", "it", "they", "them", "these", "those");

    static Sentence of(String text, int paragraph) {
        String whole = Sentences.isComplete(text) ? text : text.replaceFirst("[,;\u2013\u2014-]+$", "") + ".";
        return new Sentence(whole, paragraph, Words.count(whole), List.copyOf(Terms.of(whole)));
    }

    /** Whether it can be read alone: it points neither back nor ahead, and quotation marks and brackets are paired. */
    boolean standsAlone() {
        return !pointsBack() && !text.endsWith(":") && isPaired(text);
    }

    /** Whether its subject must be looked for in the sentence before. */
    boolean pointsBack() {
        List<String> all = Words.of(text);
        if (all.isEmpty()) {
            return false;
        }
        List<String> start = all.subList(0, Math.min(4, all.size())).stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        return POINTERS.contains(start.get(0))
                || start.stream().anyMatch(PRONOUNS::contains)
                || POINTING_START.matcher(text).matches();
    }

    static boolean isPaired(String text) {
        long straight = text.chars().filter(sign -> sign == '"').count();
        return straight % 2 == 0
                && count(text, '\u201C') == count(text, '\u201D')
                && count(text, '(') == count(text, ')')
                && count(text, '\u00AB') == count(text, '\u00BB');
    }

    /** How much of the smaller sentence's terms the other one has, from 0 to 1. */
    double overlap(Sentence other) {
        Set<String> mine = new HashSet<>(terms);
        Set<String> theirs = new HashSet<>(other.terms);
        int smaller = Math.min(mine.size(), theirs.size());
        mine.retainAll(theirs);
        return smaller == 0 ? 0 : (double) mine.size() / smaller;
    }

    private static long count(String text, char wanted) {
        return text.chars().filter(sign -> sign == wanted).count();
    }
}
