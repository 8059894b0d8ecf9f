package io.stepgraph.internal.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.stepgraph.internal.step.Failures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The stack trace of a failed run as it is stored. One that is too long keeps its head, and of each cause the message
 * and some frames.
 */
final class FailureTrace {
    /** The largest length of a trace, in bytes of UTF-8. */
    static final int LONGEST = 8_192;

    private static final int MOST_CAUSES = 16;
    private static final String CAUSE = "\nCaused by: ";
    private static final String FRAMES = "\n\tat ";
    private static final String CUT = "…";

    private FailureTrace() {}

    /** The trace of an exception. If the exception cannot be printed, its class. */
    static String of(Throwable thrown) {
        String printed;
        try {
            StringWriter text = new StringWriter();
            thrown.printStackTrace(new PrintWriter(text, true));
            printed = text.toString().replace("\r\n", "\n").stripTrailing();
        } catch (Throwable rude) {
            printed = Failures.type(thrown);
        }
        return size(printed) <= LONGEST ? cut(printed, LONGEST) : within(LONGEST, printed);
    }

    /**
     * Shares the bytes among the exception and its causes, the root cause first: what one does not need, the others
     * have.
     */
    private static String within(int bytes, String printed) {
        List<String> parts = parts(printed);
        int left = bytes;
        StringBuilder trace = new StringBuilder();
        for (int i = parts.size() - 1; i >= 0; i--) {
            String part = shortened(parts.get(i), left / (i + 1));
            left -= size(part);
            trace.insert(0, part);
        }
        return trace.toString();
    }

    /** The exception and its causes. Of very many causes, a mark replaces those in the middle. */
    private static List<String> parts(String printed) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int to = printed.indexOf(CAUSE); to >= 0; to = printed.indexOf(CAUSE, to + 1)) {
            parts.add(printed.substring(from, to));
            from = to;
        }
        parts.add(printed.substring(from));
        if (parts.size() > MOST_CAUSES) {
            parts.subList(MOST_CAUSES / 2, parts.size() - MOST_CAUSES / 2).clear();
            parts.add(MOST_CAUSES / 2, "\n" + CUT);
        }
        return parts;
    }

    /** Cuts the frames at the end of a line. A message may take half of the bytes, if there are frames. */
    private static String shortened(String part, int bytes) {
        if (size(part) <= bytes) {
            return cut(part, bytes);
        }
        int frames = part.indexOf(FRAMES);
        if (frames < 0) {
            return cut(part, bytes);
        }
        String message = cut(part.substring(0, frames), bytes / 2);
        String rest = cut(part.substring(frames), bytes - size(message) - 1);
        return message + rest.substring(0, rest.lastIndexOf('\n') + 1) + "\t" + CUT;
    }

    /** Cuts between characters. Half a character becomes a whole one, so that the text is read as it was stored. */
    private static String cut(String text, int bytes) {
        byte[] utf8 = text.getBytes(UTF_8);
        if (utf8.length <= bytes) {
            return new String(utf8, UTF_8);
        }
        int end = bytes - size(CUT);
        while (end > 0 && (utf8[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(utf8, 0, end, UTF_8) + CUT;
    }

    private static int size(String text) {
        return text.getBytes(UTF_8).length;
    }
}
