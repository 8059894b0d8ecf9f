package io.stepgraph.draw;

import io.stepgraph.draw.Picture.Line;
import io.stepgraph.draw.Picture.Mark;
import io.stepgraph.draw.Picture.Node;
import io.stepgraph.draw.Picture.Shape;
import io.stepgraph.draw.Picture.Style;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes the picture of a graph from its JSON. */
final class GraphReader {
    /** The number of ranks that fit side by side on a page. */
    private static final int WIDE = 6;

    /** The ends of edges that are no steps. */
    private static final Set<String> NO_STEPS = Set.of(Picture.END, Picture.FAIL, Picture.RESULT);

    /** More types than these on one edge would cover the picture. */
    private static final int MANY = 3;

    private final Data graph;
    private final Map<String, Data> steps = new LinkedHashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();

    GraphReader(Data graph) {
        this.graph = graph;
    }

    Picture read() {
        if (graph.text("name").isEmpty() || graph.items("steps").isEmpty()) {
            throw new IllegalArgumentException("It is not a graph: it has no 'name' or no 'steps'");
        }
        for (Data step : graph.items("steps")) {
            if (step.text("name").isEmpty()) {
                throw new IllegalArgumentException("It is not a graph: a step has no 'name'");
            }
            steps.put(step.text("name"), step);
        }
        String start = graph.text("start");
        if (steps.containsKey(start)) {
            addNode(Picture.START, Shape.START, "", List.of());
            addLine(Picture.START, start, Style.NEXT, input(start));
        }
        steps.forEach((name, step) -> {
            addNode(name, shape(step), name, Notes.of(step));
            addLines(name, step);
            step.items("calls").forEach(called -> addAgent(name, called, step.has("list")));
        });
        if (leadsTo(Picture.END)) {
            addNode(Picture.END, Shape.END, "END", List.of());
            if (graph.has("output") && !graph.text("output").equals(graph.text("state"))) {
                addNode(Picture.RESULT, Shape.RESULT, graph.type("output"), List.of());
                addLine(Picture.END, Picture.RESULT, Style.NEXT, List.of());
            }
        }
        if (leadsTo(Picture.FAIL)) {
            addNode(Picture.FAIL, Shape.FAIL, "FAIL", List.of());
        }
        return new Picture(graph.text("name"), isWide(start), nodes, lines);
    }

    private boolean leadsTo(String node) {
        return lines.stream().anyMatch(line -> line.to().equals(node));
    }

    private void addLines(String name, Data step) {
        for (Data next : step.items("next")) {
            String to = next.text();
            addLine(name, to, Style.NEXT, isInterrupt(step) ? answers(step, to) : input(to));
        }
        if (step.has("onFailure")) {
            List<String> failures =
                    step.items("failures").stream().map(Data::type).toList();
            addLine(
                    name,
                    step.text("onFailure"),
                    Style.FAILURE,
                    failures.isEmpty() ? List.of("StepFailure") : few(failures));
        }
        if (step.has("maxVisits")) {
            int times = step.get("maxVisits").number("times", 0);
            String visits = "after " + times + (times == 1 ? " visit" : " visits");
            addLine(name, step.get("maxVisits").text("then"), Style.THEN, List.of(visits));
        }
    }

    /** The id is no name of a method. */
    private void addAgent(String call, Data called, boolean isList) {
        String id = call + '.' + called.text("agent");
        String type = called.type("graph");
        List<String> notes = new ArrayList<>();
        if (!type.equalsIgnoreCase(called.text("agent"))) {
            notes.add(type);
        }
        if (isList) {
            notes.add("one run for each element");
        }
        String link = called.has("graph") ? called.text("graph") : null;
        nodes.add(new Node(id, Shape.AGENT, called.text("agent"), List.copyOf(notes), Mark.NONE, link));
        lines.add(new Line(call, id, Style.CALL, List.of(), false));
    }

    private void addNode(String id, Shape shape, String title, List<String> notes) {
        nodes.add(new Node(id, shape, title, notes, Mark.NONE));
    }

    private void addLine(String from, String to, Style style, List<String> labels) {
        if (!steps.containsKey(to) && !NO_STEPS.contains(to)) {
            throw new IllegalArgumentException(
                    "It is not a graph: '" + from + "' leads to '" + to + "', which is not a step");
        }
        lines.add(new Line(from, to, style, List.copyOf(labels), false));
    }

    private List<String> input(String step) {
        Data target = steps.get(step);
        return target == null || !target.has("input") ? List.of() : List.of(target.type("input"));
    }

    /** The input of the target if all answers take the same edge. */
    private List<String> answers(Data interrupt, String to) {
        List<String> labels = new ArrayList<>();
        List<Data> all = interrupt.items("answers");
        for (Data answer : all) {
            if (answer.text("to").equals(to)) {
                labels.add(answer.type("type"));
            }
        }
        if (all.size() > 1 && labels.size() == all.size() && !input(to).isEmpty()) {
            labels = new ArrayList<>(input(to));
        } else {
            labels = few(labels);
        }
        if (interrupt.get("expires").text("to").equals(to)) {
            labels.add("Expired");
        }
        return labels;
    }

    private static List<String> few(List<String> labels) {
        if (labels.size() <= MANY) {
            return labels;
        }
        List<String> few = new ArrayList<>(labels.subList(0, MANY - 1));
        few.add(labels.size() - few.size() + " others");
        return few;
    }

    private static Shape shape(Data step) {
        if (isInterrupt(step)) {
            return Shape.INTERRUPT;
        }
        return step.has("gate") ? Shape.GATED : Shape.STEP;
    }

    private static boolean isInterrupt(Data step) {
        return step.text("kind").equals("interrupt");
    }

    /**
     * Returns whether the way from the start to the farthest step is short enough to be drawn from left to right
     * without scrolling.
     */
    private boolean isWide(String start) {
        Map<String, Integer> ranks = new HashMap<>();
        Deque<String> open = new ArrayDeque<>();
        ranks.put(start, 0);
        open.add(start);
        int farthest = 0;
        while (!open.isEmpty()) {
            String step = open.remove();
            int rank = ranks.getOrDefault(step, 0) + 1;
            for (Line line : lines) {
                if (line.from().equals(step)
                        && steps.containsKey(line.to())
                        && ranks.putIfAbsent(line.to(), rank) == null) {
                    farthest = Math.max(farthest, rank);
                    open.add(line.to());
                }
            }
        }
        return farthest < WIDE;
    }
}
