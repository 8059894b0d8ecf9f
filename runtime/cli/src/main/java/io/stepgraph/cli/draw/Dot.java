package io.stepgraph.cli.draw;

import io.stepgraph.cli.draw.Picture.Line;
import io.stepgraph.cli.draw.Picture.Node;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A picture for Graphviz. It has no background: nodes are light with dark text, and edges have a grey
 * that is visible on white and on dark pages.
 */
final class Dot {

    private static final String HEADER = """
              graph [bgcolor=transparent, rankdir=%s, nodesep=0.35, ranksep=0.45, pad=0.15];
              node [shape=box, style="rounded,filled", margin="0.17,0.09", penwidth=1.2, fillcolor="#eaf2fb", color="#4a7ebb",
                fontname="Helvetica,Arial,sans-serif", fontsize=13, fontcolor="#1f2328"];
              edge [penwidth=1.2, arrowsize=0.75, color="#768390",
                fontname="Helvetica,Arial,sans-serif", fontsize=11, fontcolor="#768390"];
            """;
    private static final String START =
            "shape=circle, style=filled, width=0.16, fillcolor=\"#768390\", color=\"#768390\"";
    private static final String GATED = "peripheries=2, fillcolor=\"#e3f4e8\", color=\"#2e8555\"";
    private static final String INTERRUPT =
            "shape=octagon, style=filled, margin=\"0.1,0.05\", fillcolor=\"#fff3d4\", color=\"#b7791f\"";
    private static final String END =
            "shape=doublecircle, style=filled, margin=0.03, fontsize=11, fillcolor=\"#e9ecef\", color=\"#768390\"";
    private static final String RESULT = "shape=plaintext, style=\"\", margin=0.03, fontsize=11, fontcolor=\"#768390\"";
    private static final String VISITED = "penwidth=3";
    private static final String PRESENT = "penwidth=4, color=\"#cf222e\"";
    private static final String DONE = "penwidth=4, color=\"#2e8555\"";
    private static final String TAKEN = "penwidth=3, color=\"#1f2328\"";

    private Dot() {}

    static String of(Picture picture) {
        StringBuilder dot = new StringBuilder(1024);
        dot.append("digraph ").append(quoted(picture.name())).append(" {\n");
        dot.append(HEADER.formatted(picture.wide() ? "LR" : "TB"));
        picture.nodes().forEach(node -> dot.append("  ").append(node(node)).append(";\n"));
        picture.lines().forEach(line -> dot.append("  ").append(edge(line)).append(";\n"));
        return dot.append("}\n").toString();
    }

    private static String node(Node node) {
        String attributes = switch (node.shape()) {
            case START -> ", " + START;
            case STEP -> "";
            case GATED -> ", " + GATED;
            case INTERRUPT -> ", " + INTERRUPT;
            case END -> ", " + END;
            case RESULT -> ", " + RESULT;
        };
        String mark = switch (node.mark()) {
            case NONE -> "";
            case VISITED -> ", " + VISITED;
            case PRESENT -> ", " + PRESENT;
            case DONE -> ", " + DONE;
        };
        return quoted(node.id()) + " [label=" + label(node) + attributes + mark + "]";
    }

    private static String label(Node node) {
        if (node.notes().isEmpty()) {
            return quoted(node.title());
        }
        return node.notes().stream()
                .map(note -> "<br/><font point-size=\"10\" color=\"#57606a\">" + escaped(note) + "</font>")
                .collect(Collectors.joining("", "<" + escaped(node.title()), ">"));
    }

    private static String edge(Line line) {
        String ends = quoted(line.from()) + " -> " + quoted(line.to());
        List<String> attributes = Stream.of(labels(line), style(line), line.isTaken() ? TAKEN : "")
                .filter(each -> !each.isEmpty())
                .toList();
        return attributes.isEmpty() ? ends : ends + " [" + String.join(", ", attributes) + "]";
    }

    /** With a blank before each, so that they do not touch the line. */
    private static String labels(Line line) {
        return line.labels().isEmpty() ? "" : "label=" + quoted(" " + String.join("\n ", line.labels()));
    }

    private static String style(Line line) {
        return switch (line.style()) {
            case NEXT -> "";
            case FAILURE -> "style=dashed, color=\"#d1495b\", fontcolor=\"#d1495b\"";
            case THEN -> "style=dotted";
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
