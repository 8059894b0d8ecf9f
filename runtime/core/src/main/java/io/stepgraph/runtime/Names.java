package io.stepgraph.runtime;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names that users give, of runs, namespaces, threads and people: text of a kind that every store keeps as it is.
 */
public final class Names {
    private static final int LONGEST = 200;

    /**
     * The characters that nobody sees in a name: controls, formats and ends of lines, the other characters that Unicode
     * lets be ignored in print, and blanks at the ends.
     */
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u034F\\u115F\\u1160\\u17B4\\u17B5"
                    + "\\u180B-\\u180F\\u2065\\u3164\\uFE00-\\uFE0F\\uFFA0\\uFFF0-\\uFFF8\\x{E0000}-\\x{E0FFF}]"
                    + "|\\A[\\p{Z}\\u2800]|[\\p{Z}\\u2800]\\z");

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
     * Returns the name of a person, a system or a role after checking it. One person must not pass for two because of
     * what nobody sees, or because a letter has several spellings.
     *
     * @param parameter the name of the parameter that holds it
     * @param what the subject of the error message
     * @throws IllegalArgumentException if the name is empty or too long, or has a character that no such name has; the
     *     message names the character, and not the whole name
     */
    public static String person(String name, String parameter, String what) {
        Objects.requireNonNull(name, parameter);
        Matcher unseen = UNSEEN.matcher(name);
        if (unseen.find()) {
            throw unfit(name, unseen.start(), parameter, what, "which cannot be seen there. Remove it.");
        }
        checked(name, parameter, what);
        if (!Normalizer.isNormalized(name, Normalizer.Form.NFC)) {
            int end = name.offsetByCodePoints(0, 1);
            while (Normalizer.isNormalized(name.substring(0, end), Normalizer.Form.NFC)) {
                end = name.offsetByCodePoints(end, 1);
            }
            int at = name.offsetByCodePoints(end, -1);
            throw unfit(
                    name,
                    at,
                    parameter,
                    what,
                    "which Unicode's form NFC writes otherwise. Pass the name through java.text.Normalizer.");
        }
        return name;
    }

    private static IllegalArgumentException unfit(String name, int at, String parameter, String what, String why) {
        int character = name.codePointAt(at);
        String called = Character.getName(character);
        return new IllegalArgumentException(String.format(
                Locale.ROOT,
                "%s ('%s') has the character U+%04X%s at index %s, %s",
                what,
                parameter,
                character,
                called == null ? "" : " " + called,
                at,
                why));
    }

    /**
     * Returns an actor with the names that an engine stores and compares.
     *
     * @param names the normaliser of the engine
     * @throws IllegalArgumentException if the normaliser throws or returns null, or a name is not one that
     *     {@link #person} lets pass
     */
    public static Actor normalized(Actor actor, UnaryOperator<String> names) {
        Actor given = Actor.copyOf(actor);
        String other = given.actsAs();
        return new NamedActor(
                normalized(given.name(), names), given.roles(), other == null ? null : normalized(other, names));
    }

    private static String normalized(String name, UnaryOperator<String> names) {
        String written;
        try {
            written = names.apply(name);
        } catch (RuntimeException refused) {
            throw new IllegalArgumentException(
                    "The names(...) of this engine threw for '" + name + "': " + refused, refused);
        }
        if (written == null) {
            throw new IllegalArgumentException("The names(...) of this engine returned null for '" + name
                    + "'. Return the name itself where nothing is to be changed.");
        }
        return person(written, "names", "What names(...) of this engine returned for '" + name + "'");
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

    /** Returns a caller as the log names one: the name, and as whom that person acts; empty if no name was given. */
    public static String inLog(@Nullable Actor actor) {
        return actor == null ? "" : actor.actsAs() == null ? actor.name() : actor.name() + " as " + actor.actsAs();
    }

    /** Returns a caller as the log names one; null if no name was given. */
    public static @Nullable String inLogOrNull(@Nullable Actor actor) {
        return actor == null ? null : inLog(actor);
    }

    /** The name of a caller, to be compared; null if no name was given. */
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
