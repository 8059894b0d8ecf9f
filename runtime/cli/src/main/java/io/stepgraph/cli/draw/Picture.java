package io.stepgraph.cli.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The nodes and edges of a graph, in the order of its source, as the processor draws them.
 *
 * @param name the name of the graph
 * @param wide if true, it reads from left to right
 * @param nodes its nodes
 * @param lines its edges
 */
public record Picture(String name, boolean wide, List<Node> nodes, List<Line> lines) {
    /** The id of the dot where a run begins. */
    public static final String START = "<start>";

    /** The id of the double circle where a run ends. */
    public static final String END = "<end>";

    static final String RESULT = "<result>";

    /** With lists of its own. */
    public Picture {
        nodes = List.copyOf(nodes);
        lines = List.copyOf(lines);
    }

    /** The shapes of nodes. */
    public enum Shape {
        /** A dot. */
        START,
        /** A rounded box. */
        STEP,
        /** A step behind a gate. */
        GATED,
        /** A step that asks. */
        INTERRUPT,
        /** A double circle. */
        END,
        /** Text without a shape. */
        RESULT
    }

    /** What a run has to do with a node. */
    public enum Mark {
        /** Nothing. */
        NONE,
        /** The run was here. */
        VISITED,
        /** The run is here. */
        PRESENT,
        /** The run has completed here. */
        DONE
    }

    /**
     * A node.
     *
     * @param id its id, which for a step is its name
     * @param shape its shape
     * @param title its first line
     * @param notes the lines below
     * @param mark what a run has to do with it
     */
    public record Node(String id, Shape shape, String title, List<String> notes, Mark mark) {}

    /** The styles of edges. */
    public enum Style {
        /** A transition. */
        NEXT,
        /** The transition of a step that has failed. */
        FAILURE,
        /** The transition of a step that was visited too often. */
        THEN
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
     * @param graph the JSON that the processor wrote
     * @throws IllegalArgumentException if it is something else
     */
    public static Picture of(JsonNode graph) {
        return GraphReader.read(graph);
    }

    /** The same graph with the path of a run. */
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
