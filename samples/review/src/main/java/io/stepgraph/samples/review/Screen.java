package io.stepgraph.samples.review;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * The terminal: prints text and reads input.
 *
 * @param out where to print
 * @param in where lines are typed
 */
record Screen(PrintStream out, BufferedReader in) {
    private static final int WIDTH = 96;

    void line(String text) {
        out.println(text);
        out.flush();
    }

    /** A titled paragraph, wrapped and indented. */
    void block(String title, String text) {
        line("");
        line(title);
        text.lines().forEach(this::wrapped);
        line("");
    }

    /** Asks, and returns the typed line; null at the end of the input. */
    @Nullable String ask(String prompt) {
        out.print(prompt);
        out.flush();
        try {
            return in.readLine();
        } catch (IOException closed) {
            return null;
        }
    }

    private void wrapped(String paragraph) {
        StringBuilder row = new StringBuilder();
        for (String word : paragraph.split(" ", -1)) {
            if (row.length() > 0 && row.length() + 1 + word.length() > WIDTH) {
                line("  " + row);
                row.setLength(0);
            }
            row.append(row.length() == 0 ? "" : " ").append(word);
        }
        line("  " + row);
    }
}
