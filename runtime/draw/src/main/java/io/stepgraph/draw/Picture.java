package io.stepgraph.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes and edges of a graph, in the order of its source.
 *
 * @param name the name of the graph
 * @param wide if true, it reads from left to right
 * @param nodes its nodes
 * @param lines its edges
 */
public record Picture(String name, boolean wide, List<Node> nodes, List<Line> lines) {
    /** The id of the dot where a run begins. */
    public static final String START = "<start>";

    /** The id of the double circle where a run ends; no method can have this name. */
    public static final String END = "<end>";

    /** The id of the double circle where a step fails the run; no method can have this name either. */
    public static final String FAIL = "<fail>";

    /** The id of the result. All ends of a graph share it, so it is drawn once, after them. */
    static final String RESULT = "<result>";

    /** The colour of edges, which is visible on white and on dark pages. */
    static final String GREY = "#768390";

    /** The colour of titles, and of the edges that a run has passed. */
    public static final String DARK = "#1f2328";

    /** The colour of notes. */
    public static final String FAINT = "#57606a";

    /** Copies the lists. */
    public Picture {
        nodes = List.copyOf(nodes);
        lines = List.copyOf(lines);
    }

    /** The shapes of nodes, with their colours. */
    public enum Shape {
        /** A rounded box. */
        STEP("#eaf2fb", "#4a7ebb", DARK),
        /** A step behind a gate, drawn as prominently as the question that opens it. */
        GATED("#e3f4e8", "#2e8555", DARK),
        /** A step that asks. */
        INTERRUPT("#fff3d4", "#b7791f", DARK),
        /** An agent that a step calls: a double box. */
        AGENT("#f1eafb", "#7c5bb0", DARK),
        /** A double circle. */
        END("#e9ecef", GREY, DARK),
        /** A double circle, in the colours of failures. */
        FAIL("#fbe9eb", "#d1495b", DARK),
        /** Text without a shape. */
        RESULT("none", "none", GREY),
        /** A dot. */
        START(GREY, GREY, GREY);

        private final String fill;
        private final String stroke;
        private final String text;

        Shape(String fill, String stroke, String text) {
            this.fill = fill;
            this.stroke = stroke;
            this.text = text;
        }

        /** The colour inside. */
        public String fill() {
            return fill;
        }

        /** The colour of the border. */
        public String stroke() {
            return stroke;
        }

        /** The colour of the title. */
        public String text() {
            return text;
        }
    }

    /** The part that a node plays in a run, with the border that shows it. */
    public enum Mark {
        /** Nothing. */
        NONE("1.2", null),
        /** The run was here. */
        VISITED("3", null),
        /** The run is here. */
        PRESENT("4", "#cf222e"),
        /** The run has completed here. */
        DONE("4", "#2e8555");

        private final String width;
        private final @Nullable String stroke;

        Mark(String width, @Nullable String stroke) {
            this.width = width;
            this.stroke = stroke;
        }

        /** The width of the border, in pixels. */
        public String width() {
            return width;
        }

        /** The colour of the border; null if it is that of the shape. */
        public @Nullable String stroke() {
            return stroke;
        }
    }

    /**
     * A node.
     *
     * @param id its id, which for a step is its name
     * @param shape its shape
     * @param title its first line
     * @param notes the lines below
     * @param mark what a run has to do with it
     * @param link the name of the picture that it leads to, without the ending of its file; null if there is none
     */
    public record Node(
            String id,
            Shape shape,
            String title,
            List<String> notes,
            Mark mark,
            @Nullable String link) {

        /** Creates a node that leads to no picture. */
        public Node(String id, Shape shape, String title, List<String> notes, Mark mark) {
            this(id, shape, title, notes, mark, null);
        }
    }

    /** The styles of edges, with their colours. */
    public enum Style {
        /** A transition. */
        NEXT(GREY),
        /** The transition of a step that has failed. */
        FAILURE("#d1495b"),
        /** The transition of a step that was visited too often. */
        THEN(GREY),
        /** The line between a call and an agent that it calls, with two heads. */
        CALL("#7c5bb0");

        private final String colour;

        Style(String colour) {
            this.colour = colour;
        }

        /** The colour of the edge and of its label. */
        public String colour() {
            return colour;
        }
    }

    /**
     * An edge.
     *
     * @param from the id of its beginning
     * @param to the id of its end
     * @param style its style
     * @param labels what it carries, in lines
     * @param isTaken if true, a run has passed it
     */
    public record Line(String from, String to, Style style, List<String> labels, boolean isTaken) {}

    /**
     * The path of a run through its graph.
     *
     * @param visits how often it has visited each step
     * @param taken the edges it has passed, each as its two ends
     * @param present the id of the node where it is; null if nowhere
     */
    public record Trail(
            Map<String, Integer> visits,
            Set<List<String>> taken,
            @Nullable String present) {}

    /**
     * Reads a graph.
     *
     * @param graph what the processor writes as JSON, as maps, lists, texts and numbers
     * @throws IllegalArgumentException if it is something else
     */
    public static Picture of(@Nullable Object graph) {
        return new GraphReader(new Data(graph)).read();
    }

    /** Returns whether a node has this shape. */
    boolean has(Shape shape) {
        return nodes.stream().anyMatch(node -> node.shape == shape);
    }

    /** Returns the same graph with the path of a run, and without links, since no other picture is beside it. */
    public Picture with(Trail trail) {
        List<Node> marked = new ArrayList<>();
        for (Node node : nodes) {
            int visits = trail.visits.getOrDefault(node.id, 0);
            boolean isPassed = trail.taken.stream().anyMatch(edge -> edge.contains(node.id));
            Mark here = node.shape == Shape.END ? Mark.DONE : Mark.PRESENT;
            Mark mark = node.id.equals(trail.present) ? here : visits > 0 || isPassed ? Mark.VISITED : Mark.NONE;
            List<String> notes = new ArrayList<>(node.notes);
            if (visits > 0) {
                notes.add(visits == 1 ? "1 visit" : visits + " visits");
            }
            marked.add(new Node(node.id, node.shape, node.title, List.copyOf(notes), mark));
        }
        List<Line> passed = lines.stream()
                .map(line -> new Line(
                        line.from, line.to, line.style, line.labels, trail.taken.contains(List.of(line.from, line.to))))
                .toList();
        return new Picture(name, wide, marked, passed);
    }
}
