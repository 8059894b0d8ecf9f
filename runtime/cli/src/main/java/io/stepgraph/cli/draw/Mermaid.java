package io.stepgraph.cli.draw;

import io.stepgraph.cli.draw.Picture.Line;
import io.stepgraph.cli.draw.Picture.Node;
import io.stepgraph.cli.draw.Picture.Style;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A picture for Mermaid, which GitHub shows in a page. It knows no octagon, so that an interrupt is a hexagon. Nodes are
 * numbered, because names such as {@code end} and {@code graph} are words of the language.
 */
final class Mermaid {

    private static final String CLASSES = """
              classDef step fill:#eaf2fb,stroke:#4a7ebb,color:#1f2328
              classDef gated fill:#e3f4e8,stroke:#2e8555,color:#1f2328
              classDef interrupt fill:#fff3d4,stroke:#b7791f,color:#1f2328
              classDef end_ fill:#e9ecef,stroke:#768390,color:#1f2328
              classDef result fill:none,stroke:none,color:#768390
              classDef start fill:#768390,stroke:#768390,color:#768390
            """;

    private final Map<String, String> ids = new HashMap<>();
    private final StringBuilder out = new StringBuilder(1024);

    private Mermaid() {}

    static String of(Picture picture) {
        return new Mermaid().write(picture);
    }

    private String write(Picture picture) {
        out.append("flowchart ").append(picture.wide() ? "LR" : "TB").append('\n');
        for (Node node : picture.nodes()) {
            ids.put(node.id(), "n" + ids.size());
            out.append("  ").append(ids.get(node.id())).append(node(node)).append('\n');
        }
        for (Line line : picture.lines()) {
            out.append("  ").append(line(line)).append('\n');
        }
        out.append(CLASSES);
        style(picture.lines());
        mark(picture.nodes());
        return out.toString();
    }

    private static String node(Node node) {
        return switch (node.shape()) {
            case START -> "((\" \")):::start";
            case STEP -> "(" + label(node) + "):::step";
            case GATED -> "[[" + label(node) + "]]:::gated";
            case INTERRUPT -> "{{" + label(node) + "}}:::interrupt";
            case END -> "(((" + label(node) + "))):::end_";
            case RESULT -> "[" + label(node) + "]:::result";
        };
    }

    private static String label(Node node) {
        StringBuilder label = new StringBuilder("\"").append(escaped(node.title()));
        node.notes()
                .forEach(note ->
                        label.append("<br><small>").append(escaped(note)).append("</small>"));
        return label.append('"').toString();
    }

    private String line(Line line) {
        String arrow = line.style() == Style.NEXT ? " -->" : " -.->";
        String labels = line.labels().isEmpty()
                ? " "
                : "|\"" + escaped(String.join("\n", line.labels())).replace("\n", "<br>") + "\"| ";
        return ids.get(line.from()) + arrow + labels + ids.get(line.to());
    }

    /** Styles that no Mermaid arrow has are set by the index of the edge. */
    private void style(List<Line> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String style = switch (lines.get(i).style()) {
                case NEXT -> "";
                case FAILURE -> "stroke:#d1495b,color:#d1495b";
                case THEN -> "stroke-dasharray:1 4";
            };
            if (lines.get(i).isTaken()) {
                style += (style.isEmpty() ? "" : ",") + "stroke-width:3px";
            }
            if (!style.isEmpty()) {
                out.append("  linkStyle ").append(i).append(' ').append(style).append('\n');
            }
        }
    }

    private void mark(List<Node> nodes) {
        for (Node node : nodes) {
            String style = switch (node.mark()) {
                case NONE -> "";
                case VISITED -> "stroke-width:3px";
                case PRESENT -> "stroke-width:4px,stroke:#cf222e";
                case DONE -> "stroke-width:4px,stroke:#2e8555";
            };
            if (!style.isEmpty()) {
                out.append("  style ")
                        .append(ids.get(node.id()))
                        .append(' ')
                        .append(style)
                        .append('\n');
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
