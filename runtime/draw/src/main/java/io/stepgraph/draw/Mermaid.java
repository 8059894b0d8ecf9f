package io.stepgraph.draw;

import io.stepgraph.draw.Picture.Line;
import io.stepgraph.draw.Picture.Mark;
import io.stepgraph.draw.Picture.Node;
import io.stepgraph.draw.Picture.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A picture for Mermaid, which GitHub shows in a page. It knows no octagon, so that an interrupt is a hexagon. Nodes
 * are numbered, because names such as {@code end} and {@code graph} are words of the language.
 */
public final class Mermaid {

    private final Map<String, String> ids = new HashMap<>();
    private final StringBuilder out = new StringBuilder(1024);

    private Mermaid() {}

    /** The picture in Mermaid's language. */
    public static String of(Picture picture) {
        return new Mermaid().write(picture);
    }

    private String write(Picture picture) {
        out.append("flowchart ").append(picture.wide() ? "LR" : "TB").append('\n');
        for (Node node : picture.nodes()) {
            ids.put(node.id(), "n" + ids.size());
            line(ids.get(node.id()) + node(node) + ":::" + styleClass(node.shape()));
        }
        picture.lines().forEach(line -> line(edge(line)));
        for (Shape shape : Shape.values()) {
            if (shape != Shape.AGENT || picture.has(shape)) {
                line("classDef " + styleClass(shape) + " fill:" + shape.fill() + ",stroke:" + shape.stroke() + ",color:"
                        + shape.text());
            }
        }
        style(picture.lines());
        mark(picture.nodes());
        link(picture.nodes());
        return out.toString();
    }

    private void line(String text) {
        out.append("  ").append(text).append('\n');
    }

    private static String styleClass(Shape shape) {
        return shape == Shape.END ? "end_" : shape.name().toLowerCase(Locale.ROOT);
    }

    private static String node(Node node) {
        return switch (node.shape()) {
            case START -> "((\" \"))";
            case STEP -> "(" + label(node) + ")";
            case GATED, AGENT -> "[[" + label(node) + "]]";
            case INTERRUPT -> "{{" + label(node) + "}}";
            case END, FAIL -> "(((" + label(node) + ")))";
            case RESULT -> "[" + label(node) + "]";
        };
    }

    private static String label(Node node) {
        StringBuilder label = new StringBuilder("\"").append(escaped(node.title()));
        node.notes()
                .forEach(note ->
                        label.append("<br><small>").append(escaped(note)).append("</small>"));
        return label.append('"').toString();
    }

    private String edge(Line line) {
        String arrow = switch (line.style()) {
            case NEXT -> " -->";
            case FAILURE, THEN -> " -.->";
            case CALL -> " <-->";
        };
        String labels = line.labels().isEmpty()
                ? " "
                : "|\"" + escaped(String.join("\n", line.labels())).replace("\n", "<br>") + "\"| ";
        return ids.get(line.from()) + arrow + labels + ids.get(line.to());
    }

    /** Styles that no Mermaid arrow has are set by the index of the edge. */
    private void style(List<Line> lines) {
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            List<String> styles = new ArrayList<>();
            switch (line.style()) {
                case NEXT -> {}
                case FAILURE, CALL ->
                    styles.add("stroke:%s,color:%1$s".formatted(line.style().colour()));
                case THEN -> styles.add("stroke-dasharray:1 4");
            }
            if (line.isTaken()) {
                styles.add("stroke-width:3px");
            }
            if (!styles.isEmpty()) {
                line("linkStyle " + i + " " + String.join(",", styles));
            }
        }
    }

    private void mark(List<Node> nodes) {
        for (Node node : nodes) {
            Mark mark = node.mark();
            if (mark != Mark.NONE) {
                String colour = mark.stroke() == null ? "" : ",stroke:" + mark.stroke();
                line("style " + ids.get(node.id()) + " stroke-width:" + mark.width() + "px" + colour);
            }
        }
    }

    private void link(List<Node> nodes) {
        for (Node node : nodes) {
            if (node.link() != null) {
                line("click " + ids.get(node.id()) + " href \"" + escaped(node.link()) + ".mmd\"");
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("#", "#35;")
                .replace("&", "#amp;")
                .replace("<", "#lt;")
                .replace(">", "#gt;")
                .replace("\"", "#quot;");
    }
}
