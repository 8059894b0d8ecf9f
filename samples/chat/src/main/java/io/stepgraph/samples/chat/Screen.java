package io.stepgraph.samples.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The terminal. It prints what models and documents say without control characters, by which a text could take over the
 * terminal. Used by one thread at a time.
 */
final class Screen {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\n\\t]]");

    private final PrintStream out;
    private final BufferedReader in;
    private boolean isInLine;

    Screen(PrintStream out, BufferedReader in) {
        this.out = out;
        this.in = in;
    }

    /** Prints text without ending the line. */
    void part(String text) {
        String clean = CONTROL.matcher(text).replaceAll("");
        if (!clean.isEmpty()) {
            out.print(clean);
            out.flush();
            isInLine = !clean.endsWith("\n");
        }
    }

    /** Prints a line, on a line of its own. */
    void line(String text) {
        endLine();
        part(text + "\n");
    }

    /** Ends the line, if one is begun. */
    void endLine() {
        if (isInLine) {
            part("\n");
        }
    }

    /** Asks, and gives the line that was typed; null at the end of the input. */
    @Nullable String ask(String prompt) {
        endLine();
        part(prompt);
        try {
            String typed = in.readLine();
            isInLine = typed == null;
            return typed;
        } catch (IOException closed) {
            return null;
        }
    }
}
