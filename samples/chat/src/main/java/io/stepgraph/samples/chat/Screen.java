package io.stepgraph.samples.chat;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The terminal. It prints what models and documents say without control characters, by which a text could take over the
 * terminal, or run backwards. Used by one thread at a time.
 */
final class Screen {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069&&[^\\n\\t]]");

    private static final Charset CONSOLE = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"));

    private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, CONSOLE);
    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    private boolean isInLine;

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
