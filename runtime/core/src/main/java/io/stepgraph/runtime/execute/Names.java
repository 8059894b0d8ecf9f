package io.stepgraph.runtime.execute;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The names that users give, of runs and of scopes: text of a length and a kind that every store keeps as it is. */
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
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException(
                    "%s is text; this one holds half a character (an unpaired surrogate): %s".formatted(what, name));
        }
        return name;
    }
}
