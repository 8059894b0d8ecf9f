package io.stepgraph.runtime;

import java.nio.charset.StandardCharsets;
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
        return text(name, "%s ('%s')".formatted(what, parameter));
    }

    /**
     * A text about a run, if every store can keep it: one without the character U+0000 and without half a character.
     *
     * @param parameter the parameter that is given it
     * @throws IllegalArgumentException if it is none
     */
    public static String kept(String text, String parameter) {
        Objects.requireNonNull(text, parameter);
        return text(text, "'" + parameter + "'");
    }

    private static String text(String text, String what) {
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            throw new IllegalArgumentException(
                    "%s holds the character U+0000 at index %d, which not every store can keep; leave it out."
                            .formatted(what, nul));
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(
                    "%s holds half a character (an unpaired surrogate), which is no text; leave it out: %s"
                            .formatted(what, text));
        }
        return text;
    }
}
