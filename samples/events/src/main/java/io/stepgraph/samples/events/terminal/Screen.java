package io.stepgraph.samples.events.terminal;

import java.io.PrintStream;

/** The terminal. The text of the model comes in pieces; everything else begins a new line. Used by one thread. */
final class Screen {
    private static final int WIDTH = 100;

    private final PrintStream out;
    private boolean isWithinLine;

    Screen(PrintStream out) {
        this.out = out;
    }

    void piece(String text) {
        out.print(text);
        out.flush();
        isWithinLine = !text.endsWith("\n") && (isWithinLine || !text.isEmpty());
    }

    void line(String text) {
        if (isWithinLine) {
            out.println();
            isWithinLine = false;
        }
        out.println(text);
        out.flush();
    }

    /** One line, cut to the width of a terminal. */
    void note(String text) {
        String line = text.replaceAll("\\s+", " ");
        line("  " + (line.length() > WIDTH ? line.substring(0, WIDTH) + "…" : line));
    }

    void prompt() {
        line("");
        out.print("> ");
        out.flush();
        isWithinLine = true;
    }
}
