package io.stepgraph.samples.review.editor;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The words of a text that say what it is about: no stop words, lower case, singular.
 *
 * <p>Plurals are folded with the S-stemmer of D. Harman, <i>How effective is suffixing?</i>, Journal of the American
 * Society for Information Science 42(1), 1991.
 */
final class Terms {

    private static final Pattern HYPHEN = Pattern.compile("[-\u2010]");

    private Terms() {}

    static List<String> of(String text) {
        List<String> terms = new ArrayList<>();
        for (String word : Words.of(text)) {
            HYPHEN.splitAsStream(word)
                    .map(Terms::term)
                    .filter(term -> !term.isEmpty())
                    .forEach(terms::add);
        }
        return terms;
    }

    /** The term that a word stands for; empty if it is a stop word or a lone letter. */
    static String term(String word) {
        String plain = Normalizer.normalize(word, Normalizer.Form.NFC)
                .toLowerCase(Locale.ROOT)
                .replace('\u2019', '\'');
        if (StopWords.contains(plain)) {
            return "";
        }
        String bare = plain.endsWith("'s") ? plain.substring(0, plain.length() - 2) : plain;
        boolean loneLetter = bare.length() < 2 && bare.codePoints().noneMatch(Character::isIdeographic);
        return loneLetter || StopWords.contains(bare) ? "" : singular(bare);
    }

    private static String singular(String word) {
        if (word.length() < 4 || !word.endsWith("s")) {
            return word;
        }
        String stem = word.substring(0, word.length() - 1);
        if (word.endsWith("ies") && !word.endsWith("eies") && !word.endsWith("aies")) {
            return word.substring(0, word.length() - 3) + "y";
        }
        if (word.endsWith("es")) {
            boolean keep = word.endsWith("aes") || word.endsWith("ees") || word.endsWith("oes");
            return keep ? word : hissing(stem) ? stem.substring(0, stem.length() - 1) : stem;
        }
        return word.endsWith("us") || word.endsWith("ss") || word.endsWith("is") ? word : stem;
    }

    /** "glasse", "torche", "boxe": the plural added two letters, which Harman's rules leave. */
    private static boolean hissing(String stem) {
        return stem.endsWith("sse") || stem.endsWith("che") || stem.endsWith("she") || stem.endsWith("xe");
    }
}
