package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.List;

/** The words of a text, as written: letters and digits, with what joins them inside ({@code don't}, {@code 3.5}). */
final class Words {

    private Words() {}

    static int count(String text) {
        return of(text).size();
    }

    /** The beginning of a text, cut off after so many words. */
    static String firstOf(String text, int words) {
        int end = 0;
        for (String word : of(text).subList(0, Math.min(words, count(text)))) {
            end = text.indexOf(word, end) + word.length();
        }
        return count(text) <= words ? text : text.substring(0, end) + "\u2026";
    }

    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            int next = i + Character.charCount(point);
            // Chinese and Japanese put no space between words: each of their signs counts as one.
            boolean alone = isUnspaced(point);
            boolean inside = !alone && (isWordSign(point) || (start >= 0 && joins(text, i)));
            if (start >= 0 && !inside) {
                words.add(text.substring(start, i));
                start = -1;
            }
            if (alone) {
                words.add(text.substring(i, next));
            } else if (inside && start < 0) {
                start = i;
            }
            i = next;
        }
        if (start >= 0) {
            words.add(text.substring(start));
        }
        return words;
    }

    private static boolean isWordSign(int point) {
        return Character.isLetterOrDigit(point)
                || Character.getType(point) == Character.NON_SPACING_MARK
                || Character.getType(point) == Character.COMBINING_SPACING_MARK;
    }

    private static boolean joins(String text, int i) {
        if (i + 1 >= text.length() || !isWordSign(text.codePointAt(i + 1))) {
            return false;
        }
        char sign = text.charAt(i);
        return switch (sign) {
            case '\'', '\u2019', '-', '\u2010', '\u00AD' -> true;
            case '.', ',' -> Character.isDigit(text.charAt(i - 1)) && Character.isDigit(text.charAt(i + 1));
            default -> false;
        };
    }

    private static boolean isUnspaced(int point) {
        if (!Character.isLetter(point)) {
            return false;
        }
        Character.UnicodeScript script = Character.UnicodeScript.of(point);
        return script == Character.UnicodeScript.HAN
                || script == Character.UnicodeScript.HIRAGANA
                || script == Character.UnicodeScript.KATAKANA;
    }
}
