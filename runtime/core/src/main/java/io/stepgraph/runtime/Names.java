package io.stepgraph.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names that users give, of runs, namespaces, threads and people: text of a kind that every store keeps as it is. */
public final class Names {
    private static final int LONGEST = 200;

    private Names() {}

    /**
     * Returns a name after checking it.
     *
     * @param parameter the name of the parameter that holds it
     * @param what the subject of the error message
     * @throws IllegalArgumentException if the name is empty, too long, or not valid text
     */
    public static String checked(String name, String parameter, String what) {
        Objects.requireNonNull(name, parameter);
        if (name.isEmpty() || name.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "%s must have 1 to %s characters; this one has %s.".formatted(what, LONGEST, name.length()));
        }
        return isText(name) ? name : refused(name, "%s ('%s')".formatted(what, parameter));
    }

    /**
     * Returns a text after checking that every store can keep it: it must not contain U+0000 or half a character.
     *
     * @param parameter the name of the parameter that holds it
     * @throws IllegalArgumentException if some store cannot keep it
     */
    public static String kept(String text, String parameter) {
        Objects.requireNonNull(text, parameter);
        return isText(text) ? text : refused(text, "'" + parameter + "'");
    }

    /** The name of a caller; empty if no name was given. */
    public static String of(@Nullable Actor actor) {
        return actor == null ? "" : actor.name();
    }

    /** The name of a caller; null if no name was given. */
    public static @Nullable String orNull(@Nullable Actor actor) {
        return actor == null ? null : actor.name();
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
                        ? "%s contains half a character (an unpaired surrogate); remove it: %s".formatted(what, text)
                        : "%s contains the character U+0000 at index %s, which some stores cannot keep; remove it."
                                .formatted(what, nul));
    }
}
