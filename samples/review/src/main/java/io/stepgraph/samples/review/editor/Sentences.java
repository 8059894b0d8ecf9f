package io.stepgraph.samples.review.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Splits a paragraph into sentences. A full stop ends one unless it belongs to an abbreviation, an initial or a
 * number, or unless the text goes on in lower case, as after {@code "Stop!" he said}.
 */
final class Sentences {

    /** Never the last word of a sentence. */
    private static final Set<String> TITLES =
            words("mr mrs ms dr prof st mt gen col capt cpt lt sgt maj adm rev hon sen rep gov pres messrs mme mlle "
                    + "vs cf e.g i.e viz approx ed eds trans");
    /** An abbreviation only before a number: "No. 5", but "He said no. Then". */
    private static final Set<String> BEFORE_NUMBERS = words("no nos fig figs p pp vol vols art sec ch c ca nr");
    /** Ends a sentence only if the next word is one that sentences begin with. */
    private static final Set<String> MAY_END = words(
            "etc inc ltd co corp jr sr al u.s u.k u.s.a e.u u.n a.m p.m b.c a.d b.c.e c.e d.c ph.d jan feb mar apr jun"
                    + " jul aug sept sep oct nov dec ave blvd ft hr min lb lbs oz");

    /** A bracket opened and not closed within this many characters is taken for a slip. */
    private static final int LONGEST_BRACKET = 400;

    private Sentences() {}

    static List<String> of(String paragraph) {
        List<String> sentences = new ArrayList<>();
        boolean capitals = paragraph.codePoints().anyMatch(Character::isUpperCase);
        int start = 0;
        int bracket = -1;
        int bracketEnd = -1;
        int i = 0;
        while (i < paragraph.length()) {
            char sign = paragraph.charAt(i);
            if (sign == '(' && i > bracketEnd) {
                bracket = i;
                bracketEnd = closingBracket(paragraph, i);
            }
            boolean closesWholeBracket =
                    i == bracketEnd - 1 && paragraph.substring(start, bracket).isBlank();
            if (!isTerminal(sign) || (i < bracketEnd && !closesWholeBracket)) {
                i++;
                continue;
            }
            int end = i + 1;
            while (end < paragraph.length()
                    && (isTerminal(paragraph.charAt(end)) || isClosing(paragraph.charAt(end)))) {
                end++;
            }
            if (isBoundary(paragraph, start, i, end, capitals)) {
                add(sentences, paragraph.substring(start, end));
                start = end;
            }
            i = end;
        }
        add(sentences, paragraph.substring(start));
        return sentences;
    }

    /** Whether a text ends like a sentence. */
    static boolean isComplete(String text) {
        int last = text.length() - 1;
        while (last >= 0 && isClosing(text.charAt(last))) {
            last--;
        }
        return last >= 0 && (isTerminal(text.charAt(last)) || text.charAt(last) == ':');
    }

    private static void add(List<String> sentences, String text) {
        String sentence = text.strip();
        if (sentence.codePoints().anyMatch(Character::isLetterOrDigit)) {
            sentences.add(sentence);
        }
    }

    private static boolean isBoundary(String text, int start, int stop, int end, boolean capitals) {
        if (end == text.length() || isWideTerminal(text.charAt(stop))) {
            return true;
        }
        if (!Character.isWhitespace(text.charAt(end))) {
            return false;
        }
        int next = end;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        if (next == text.length()) {
            return true;
        }
        int first = next;
        while (first < text.length() - 1 && isOpening(text.charAt(first))) {
            first++;
        }
        int point = text.codePointAt(first);
        if (!Character.isLetterOrDigit(point) || (capitals && Character.isLowerCase(point))) {
            return false;
        }
        return text.charAt(stop) != '.' || end > stop + 1 || !isAbbreviation(text, start, stop, first);
    }

    private static boolean isAbbreviation(String text, int start, int stop, int next) {
        int begin = stop;
        while (begin > start && (Character.isLetterOrDigit(text.charAt(begin - 1)) || text.charAt(begin - 1) == '.')) {
            begin--;
        }
        String word = text.substring(begin, stop);
        String lower = word.toLowerCase(Locale.ROOT);
        boolean initial = word.length() == 1 && Character.isUpperCase(word.charAt(0)) && !word.equals("I");
        if (initial || TITLES.contains(lower)) {
            return true;
        }
        if (BEFORE_NUMBERS.contains(lower)) {
            return Character.isDigit(text.charAt(next));
        }
        return MAY_END.contains(lower) && !StopWords.contains(wordAt(text, next));
    }

    private static String wordAt(String text, int from) {
        int end = from;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return text.substring(from, end).toLowerCase(Locale.ROOT);
    }

    private static int closingBracket(String text, int opening) {
        int limit = Math.min(text.length(), opening + LONGEST_BRACKET);
        for (int i = opening + 1; i < limit; i++) {
            if (text.charAt(i) == ')') {
                return i;
            }
        }
        return -1;
    }

    private static boolean isTerminal(char sign) {
        return ".!?\u2026\u061F\u06D4\u0964".indexOf(sign) >= 0 || isWideTerminal(sign);
    }

    /** The stops of Chinese and Japanese, after which no space is written. */
    private static boolean isWideTerminal(char sign) {
        return sign == '\u3002' || sign == '\uFF01' || sign == '\uFF1F';
    }

    private static boolean isClosing(char sign) {
        return "\"')]\u201D\u2019\u00BB\u300D\u300F".indexOf(sign) >= 0;
    }

    private static boolean isOpening(char sign) {
        return "\"'([\u201C\u2018\u00AB\u201E\u00BF\u00A1\u300C\u300E".indexOf(sign) >= 0;
    }

    private static Set<String> words(String list) {
        return Set.copyOf(List.of(list.split(" ")));
    }
}
