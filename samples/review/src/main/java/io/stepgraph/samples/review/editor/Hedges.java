package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words that soften a sentence and say nothing. A word of honest doubt, such as "probably", is not one of them: without
 * it the sentence would claim more than the text does.
 */
final class Hedges {

    /** Before these, "sort" and "kind" are nouns: "a kind of lamp". */
    private static final String DETERMINER =
            "an?|the|this|that|one|some|any|no|each|every|what|which|new|old|other|same|different";

    private static final Pattern HEDGE = Pattern.compile("(?i)\\b(?:"
            + String.join(
                    "|",
                    "(?<!(?:would|had|but|or|and|'d|\u2019d) )rather(?! than\\b| an? )",
                    "quite(?! an? | the )",
                    "somewhat|basically|essentially|actually|really|literally",
                    "of course|in fact|as a matter of fact|needless to say|for all intents and purposes",
                    "in a sense|in a way(?! th)|in some ways|in many ways|to some extent|to a certain extent",
                    "more or less|so to speak|as it were",
                    "it goes without saying that|it (?:should|must|may) be (?:noted|said|added) that",
                    "it (?:is|was) (?:also )?(?:worth noting|interesting to note|important to note) that",
                    "(?<!\\b(?:" + DETERMINER + ") )(?:sort|kind) of")
            + ")\\b");

    private static final Pattern ARTICLE = Pattern.compile("(?i)(?<![\\w'\u2019])an?$");
    private static final Pattern SOUNDS_LIKE_CONSONANT = Pattern.compile("(?i)(one|once|uni|use|usu|eu|ut[ei]).*");
    private static final Pattern SOUNDS_LIKE_VOWEL = Pattern.compile("(?i)([aeiou]|hour|honest|heir|honou?r).*");

    private Hedges() {}

    /** The hedges in a sentence, in lower case. */
    static List<String> in(String sentence) {
        List<String> hedges = new ArrayList<>();
        Matcher hedge = HEDGE.matcher(sentence);
        while (hedge.find()) {
            hedges.add(hedge.group().toLowerCase(Locale.ROOT));
        }
        return hedges;
    }

    /** The sentence without a phrase, mended: commas, the capital and "a" or "an". The same if it is not in there. */
    static String cut(String sentence, String phrase) {
        Matcher found =
                Pattern.compile("(?i)\\b" + Pattern.quote(phrase) + "\\b").matcher(sentence);
        if (phrase.isBlank() || !found.find()) {
            return sentence;
        }
        String before = sentence.substring(0, found.start()).stripTrailing();
        String after = sentence.substring(found.end()).stripLeading();
        if (before.codePoints().noneMatch(Character::isLetterOrDigit)) {
            return before + capitalised(withoutComma(after));
        }
        boolean enclosed = before.endsWith(",") && !after.isEmpty() && !Character.isLetterOrDigit(after.charAt(0));
        if (enclosed) {
            before = before.substring(0, before.length() - 1);
            after = withoutComma(after);
        }
        boolean joined = after.isEmpty() || ".,;:!?)\u201D\u2026".indexOf(after.charAt(0)) >= 0;
        return withArticleFor(before, after) + (joined ? "" : " ") + after;
    }

    /** With a capital at its start, behind any quotation mark. */
    static String capitalised(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isLetterOrDigit(text.charAt(i))) {
                return text.substring(0, i) + text.substring(i, i + 1).toUpperCase(Locale.ROOT) + text.substring(i + 1);
            }
        }
        return text;
    }

    private static String withoutComma(String text) {
        return text.startsWith(",") ? text.substring(1).stripLeading() : text;
    }

    private static String withArticleFor(String before, String after) {
        Matcher article = ARTICLE.matcher(before);
        if (!article.find()) {
            return before;
        }
        boolean vowel = SOUNDS_LIKE_VOWEL.matcher(after).matches()
                && !SOUNDS_LIKE_CONSONANT.matcher(after).matches();
        return before.substring(0, article.start() + 1) + (vowel ? "n" : "");
    }
}
