package io.stepgraph.processor.draw;

import io.stepgraph.processor.generate.TypeText;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The nodes and edges that both languages draw, in source order.
 *
 * @param name of the graph
 * @param wide whether it reads from left to right
 */
record Picture(String name, boolean wide, List<Node> nodes, List<Line> lines) {

    /** The id of the dot where a run begins. */
    static final String START = "<start>";

    /** The id of the double circle; no method can have this name. */
    static final String END = "<end>";

    /** The id of the result. All ends of a graph share it, so it is drawn once, after them. */
    static final String RESULT = "<result>";

    enum Shape {
        START,
        STEP,
        /** A step behind a gate, drawn as prominently as the question that opens it. */
        GATED,
        INTERRUPT,
        END,
        /** Text without a shape. */
        RESULT
    }

    /** A node with its notes below its title. */
    record Node(String id, Shape shape, String title, List<String> notes) {}

    enum Style {
        NEXT,
        FAILURE,
        THEN
    }

    /** An arrow; its label has one line for each type that it carries. */
    record Line(String from, String to, Style style, List<String> labels) {}

    static Picture of(AgentModel agent) {
        List<Node> nodes = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        StepModel start = agent.startStep();
        if (start != null) {
            nodes.add(new Node(START, Shape.START, "", List.of()));
            Parameter input = start.input();
            List<String> carried = input == null ? List.of() : List.of(TypeText.of(input.type()));
            lines.add(new Line(START, start.name(), Style.NEXT, carried));
        }
        for (StepModel step : agent.steps()) {
            nodes.add(new Node(step.name(), shape(step), step.name(), Notes.of(step)));
        }
        Labels labels = new Labels(agent);
        for (Edge edge : agent.edges()) {
            lines.add(new Line(
                    agent.steps().get(edge.from()).name(),
                    edge.isEnd() ? END : agent.steps().get(edge.to()).name(),
                    Style.valueOf(edge.kind().name()),
                    labels.of(edge)));
        }
        if (agent.edges().stream().anyMatch(Edge::isEnd)) {
            nodes.add(new Node(END, Shape.END, "END", List.of()));
            if (agent.steps().stream().anyMatch(step -> step.returned().kind() == Returned.Kind.RESULT)) {
                String result = TypeText.of(Objects.requireNonNull(agent.output()));
                nodes.add(new Node(RESULT, Shape.RESULT, result, List.of()));
                lines.add(new Line(END, RESULT, Style.NEXT, List.of()));
            }
        }
        return new Picture(agent.graphName(), Layout.isWide(agent), List.copyOf(nodes), List.copyOf(lines));
    }

    private static Shape shape(StepModel step) {
        if (step.isInterrupt()) {
            return Shape.INTERRUPT;
        }
        return step.gate() == null ? Shape.STEP : Shape.GATED;
    }
}
