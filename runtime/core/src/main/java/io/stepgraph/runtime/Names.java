package io.stepgraph.runtime;

import java.util.Objects;

/** The names that users give, of runs, namespaces, threads and people: text of a kind that every store keeps as it is. */
public final class Names {
    private static final int LONGEST = 200;

    private Names() {}

    /**
     * A name, if it is one.
     *
     * @param parameter the parameter that is given it
     * @param what what it is, to begin an error with
     * @throws IllegalArgumentException if it is none
     */
    public static String checked(String name, String parameter, String what) {
        Objects.requireNonNull(name, parameter);
        if (name.isEmpty() || name.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "%s has 1 to %d characters; this one has %d.".formatted(what, LONGEST, name.length()));
        }
        return isText(name) ? name : refused(name, "%s ('%s')".formatted(what, parameter));
    }

    /**
     * A text about a run, if every store can keep it: one without the character U+0000 and without half a character.
     *
     * @param parameter the parameter that is given it
     * @throws IllegalArgumentException if it is none
     */
    public static String kept(String text, String parameter) {
        Objects.requireNonNull(text, parameter);
        return isText(text) ? text : refused(text, "'" + parameter + "'");
    }

    private static boolean isText(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == 0) {
                return false;
            }
            if (Character.isSurrogate(character)) {
                boolean isPair = i + 1 < text.length() && Character.isSurrogatePair(character, text.charAt(i + 1));
                if (!isPair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    private static String refused(String text, String what) {
        int nul = text.indexOf('\0');
        throw new IllegalArgumentException(
                nul < 0
                        ? "%s holds half a character (an unpaired surrogate), which is no text; leave it out: %s"
                                .formatted(what, text)
                        : "%s holds the character U+0000 at index %d, which not every store can keep; leave it out."
                                .formatted(what, nul));
    }
}
