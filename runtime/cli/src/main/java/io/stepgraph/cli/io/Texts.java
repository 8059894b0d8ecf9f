package io.stepgraph.cli.io;

import java.time.Duration;
import java.util.Locale;

/** Texts as a terminal shows them. */
public final class Texts {
    private static final int WIDE_FROM = 0x1100;

    private Texts() {}

    /**
     * Returns a text in one line: characters that could move the cursor, change the colours or turn the text are
     * written as escapes.
     */
    public static String printable(String text) {
        return escaped(text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t"));
    }

    /** Such characters as escapes of JSON, in which they stand for the same characters. */
    static String escaped(String json) {
        StringBuilder escaped = new StringBuilder(json.length());
        json.codePoints().forEach(character -> {
            if (isHarmful(character)) {
                escaped.append(String.format(Locale.ROOT, "\\u%04x", character));
            } else {
                escaped.appendCodePoint(character);
            }
        });
        return escaped.toString();
    }

    private static boolean isHarmful(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            // These turn the direction of the text around them.
            case Character.FORMAT ->
                (character >= 0x202a && character <= 0x202e)
                        || (character >= 0x2066 && character <= 0x2069)
                        || character == 0x200e
                        || character == 0x200f
                        || character == 0x061c;
            default -> false;
        };
    }

    /** The two largest units of a time, such as {@code 3h 12m}. */
    public static String words(Duration time) {
        if (time.toDays() > 0) {
            return time.toDays() + "d " + time.toHoursPart() + "h";
        }
        if (time.toHours() > 0) {
            return time.toHours() + "h " + time.toMinutesPart() + "m";
        }
        return time.toMinutes() > 0 ? time.toMinutes() + "m " + time.toSecondsPart() + "s" : time.toSeconds() + "s";
    }

    /** Returns a duration as text, such as {@code 12ms}, {@code 1.5s} or {@code 3m 12s}. */
    public static String took(Duration time) {
        if (time.toMinutes() > 0) {
            return words(time);
        }
        return time.toSeconds() > 0 ? time.toSeconds() + "." + time.toMillisPart() / 100 + "s" : time.toMillis() + "ms";
    }

    /** The beginning of a text, with an ellipsis in place of the rest. */
    public static String shortened(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }

    /** Cuts a text to so many columns of a terminal, with an ellipsis in place of the rest. */
    static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        StringBuilder beginning = new StringBuilder();
        int left = columns - 1;
        for (int character : text.codePoints().toArray()) {
            left -= width(character);
            if (left < 0) {
                break;
            }
            beginning.appendCodePoint(character);
        }
        return beginning.append('…').toString();
    }

    /** Returns the number of terminal columns that a text takes. */
    public static int width(String text) {
        return text.codePoints().map(Texts::width).sum();
    }

    private static int width(int character) {
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean isWide = character >= WIDE_FROM
                && (character <= 0x115f
                        || (character >= 0x2e80 && character <= 0xa4cf && character != 0x303f)
                        || (character >= 0xac00 && character <= 0xd7a3)
                        || (character >= 0xf900 && character <= 0xfaff)
                        || (character >= 0xfe30 && character <= 0xfe6f)
                        || (character >= 0xff00 && character <= 0xff60)
                        || (character >= 0xffe0 && character <= 0xffe6)
                        || (character >= 0x1f300 && character <= 0x1faff)
                        || (character >= 0x20000 && character <= 0x3fffd));
        return isWide ? 2 : 1;
    }
}
