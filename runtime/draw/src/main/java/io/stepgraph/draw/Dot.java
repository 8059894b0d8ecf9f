package io.stepgraph.draw;

import static io.stepgraph.draw.Picture.DARK;
import static io.stepgraph.draw.Picture.FAINT;
import static io.stepgraph.draw.Picture.GREY;

import io.stepgraph.draw.Picture.Line;
import io.stepgraph.draw.Picture.Mark;
import io.stepgraph.draw.Picture.Node;
import io.stepgraph.draw.Picture.Shape;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A picture for Graphviz. It has no background, so that it fits white and dark pages. */
public final class Dot {

    private static final String HEADER = """
              graph [bgcolor=transparent, rankdir=%s, nodesep=0.35, ranksep=0.45, pad=0.15];
              node [shape=box, style="rounded,filled", margin="0.17,0.09", penwidth=1.2, %s,
                fontname="Helvetica,Arial,sans-serif", fontsize=13, fontcolor="%s"];
              edge [penwidth=1.2, arrowsize=0.75, color="%s",
                fontname="Helvetica,Arial,sans-serif", fontsize=11, fontcolor="%4$s"];
            """;

    private Dot() {}

    /** The picture in DOT. */
    public static String of(Picture picture) {
        StringBuilder dot = new StringBuilder(1024);
        dot.append("digraph ").append(quoted(picture.name())).append(" {\n");
        dot.append(HEADER.formatted(picture.wide() ? "LR" : "TB", colours(Shape.STEP), DARK, GREY));
        picture.nodes().forEach(node -> dot.append("  ").append(node(node)).append(";\n"));
        picture.lines().forEach(line -> dot.append("  ").append(edge(line)).append(";\n"));
        return dot.append("}\n").toString();
    }

    private static String node(Node node) {
        String shape = switch (node.shape()) {
            case START -> ", shape=circle, style=filled, width=0.16, ";
            case STEP -> "";
            case GATED, AGENT -> ", peripheries=2, ";
            case INTERRUPT -> ", shape=octagon, style=filled, margin=\"0.1,0.05\", ";
            case END, FAIL -> ", shape=doublecircle, style=filled, margin=0.03, fontsize=11, ";
            case RESULT -> ", shape=plaintext, style=\"\", margin=0.03, fontsize=11, fontcolor=\"" + GREY + '"';
        };
        String colours = node.shape() == Shape.STEP || node.shape() == Shape.RESULT ? "" : colours(node.shape());
        return quoted(node.id()) + " [label=" + label(node) + shape + colours + border(node.mark()) + link(node) + "]";
    }

    /** Leads to the picture that Graphviz makes of the other file in the same folder. */
    private static String link(Node node) {
        return node.link() == null ? "" : ", URL=" + quoted(node.link() + ".svg");
    }

    private static String colours(Shape shape) {
        return "fillcolor=\"" + shape.fill() + "\", color=\"" + shape.stroke() + '"';
    }

    private static String border(Mark mark) {
        String colour = mark.stroke() == null ? "" : ", color=\"" + mark.stroke() + '"';
        return mark == Mark.NONE ? "" : ", penwidth=" + mark.width() + colour;
    }

    private static String label(Node node) {
        if (node.notes().isEmpty()) {
            return quoted(node.title());
        }
        return node.notes().stream()
                .map(note -> "<br/><font point-size=\"10\" color=\"" + FAINT + "\">" + escaped(note) + "</font>")
                .collect(Collectors.joining("", "<" + escaped(node.title()), ">"));
    }

    private static String edge(Line line) {
        String ends = quoted(line.from()) + " -> " + quoted(line.to());
        String taken = line.isTaken() ? "penwidth=3, color=\"" + DARK + '"' : "";
        List<String> attributes = Stream.of(labels(line), style(line), taken)
                .filter(each -> !each.isEmpty())
                .toList();
        return attributes.isEmpty() ? ends : ends + " [" + String.join(", ", attributes) + "]";
    }

    /** Returns the labels with a blank before each, so that they do not touch the line. */
    private static String labels(Line line) {
        return line.labels().isEmpty() ? "" : "label=" + quoted(" " + String.join("\n ", line.labels()));
    }

    private static String style(Line line) {
        return switch (line.style()) {
            case NEXT -> "";
            case FAILURE ->
                "style=dashed, color=\"%s\", fontcolor=\"%1$s\""
                        .formatted(line.style().colour());
            case THEN -> "style=dotted";
            case CALL -> "dir=both, color=\"" + line.style().colour() + '"';
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
