package io.stepgraph.cli.draw;

import io.stepgraph.cli.io.Texts;
import io.stepgraph.draw.Picture.Line;
import io.stepgraph.draw.Picture.Node;
import java.util.List;

/**
 * The sizes of texts and of the shapes around them. The fonts of the reader are unknown, so a letter counts as wide as
 * in the usual sans-serif fonts, or a little wider.
 */
final class Lettering {
    static final double TITLE = 13;
    static final double NOTE = 10;
    static final double LABEL = 11;
    static final double LEADING = 1.3;

    private static final double AVERAGE = 0.6;
    private static final double DOT = 12;
    private static final double END = 46;
    private static final double SIDE = 12;
    private static final double TOP = 8;

    private Lettering() {}

    /** A size in pixels. */
    record Size(double width, double height) {}

    static Size of(Node node) {
        double width = width(node.title(), TITLE);
        for (String note : node.notes()) {
            width = Math.max(width, width(note, NOTE));
        }
        double height = TITLE * LEADING + node.notes().size() * NOTE * LEADING;
        return switch (node.shape()) {
            case START -> new Size(DOT, DOT);
            case END, FAIL -> new Size(END, END);
            case RESULT -> new Size(width, height);
            case STEP, GATED, AGENT -> new Size(width + 2 * SIDE, height + 2 * TOP);
            // The corners take some of its sides.
            case INTERRUPT -> new Size(width + 3 * SIDE, height + 3 * TOP);
        };
    }

    static Size of(Line line) {
        return block(line.labels(), LABEL);
    }

    private static Size block(List<String> lines, double size) {
        double width =
                lines.stream().mapToDouble(text -> width(text, size)).max().orElse(0);
        return new Size(width + size / 2, lines.size() * size * LEADING);
    }

    private static double width(String text, double size) {
        return Texts.width(text) * size * AVERAGE;
    }
}
