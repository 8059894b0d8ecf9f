package io.stepgraph.samples.chat;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The words of a text that say what it is about: lower case, singular, without the commonest words. */
final class Terms {
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final Pattern PLURAL = Pattern.compile("(?<=..[^su])s$");
    private static final Set<String> COMMON = Set.of(
            ("a about all an and any are as at be been but by can could did do does for from had has have he how i if in into "
                            + "is it its me more most much my no not of on one or out she so than that the their them then "
                            + "there they this to up was we were what when where which who whom whose why will with would you your "
                            + "tell please know say many far long")
                    .split(" "));

    private Terms() {}

    static List<String> of(String text) {
        return words(text).stream()
                .filter(word -> !COMMON.contains(word))
                .map(word -> PLURAL.matcher(word).replaceFirst(""))
                .toList();
    }

    /** All words, in lower case. */
    static List<String> words(String text) {
        return NO_WORD.splitAsStream(text.toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
