package io.stepgraph.cli.draw;

import io.stepgraph.cli.draw.Picture.Line;
import io.stepgraph.cli.draw.Picture.Mark;
import io.stepgraph.cli.draw.Picture.Node;
import io.stepgraph.cli.draw.Picture.Shape;
import io.stepgraph.cli.draw.Picture.Style;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Makes the picture of a graph from its JSON. */
final class GraphReader {
    /** As many ranks fit side by side on a page. */
    private static final int WIDE = 6;

    /** More answers than these on one edge would cover the picture. */
    private static final int MANY = 3;

    private final JsonNode graph;
    private final Map<String, JsonNode> steps = new LinkedHashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();

    private GraphReader(JsonNode graph) {
        this.graph = graph;
    }

    static Picture read(JsonNode graph) {
        if (!graph.path("name").isString()
                || !graph.path("steps").isArray()
                || graph.path("steps").isEmpty()) {
            throw new IllegalArgumentException("It is not a graph: it has no 'name' or no 'steps'");
        }
        return new GraphReader(graph).picture();
    }

    private Picture picture() {
        for (JsonNode step : graph.path("steps")) {
            if (!step.path("name").isString()) {
                throw new IllegalArgumentException("It is not a graph: a step has no 'name'");
            }
            steps.put(text(step, "name"), step);
        }
        String start = text(graph, "start");
        if (steps.containsKey(start)) {
            nodes.add(new Node(Picture.START, Shape.START, "", List.of(), Mark.NONE));
            add(Picture.START, start, Style.NEXT, input(start));
        }
        steps.forEach((name, step) -> {
            nodes.add(new Node(name, shape(step), name, Notes.of(step), Mark.NONE));
            addEdges(name, step);
        });
        if (lines.stream().anyMatch(line -> line.to().equals(Picture.END))) {
            nodes.add(new Node(Picture.END, Shape.END, "END", List.of(), Mark.NONE));
            String output = text(graph, "output");
            if (!output.isEmpty() && !output.equals(text(graph, "state"))) {
                nodes.add(new Node(Picture.RESULT, Shape.RESULT, TypeNames.simple(output), List.of(), Mark.NONE));
                add(Picture.END, Picture.RESULT, Style.NEXT, List.of());
            }
        }
        return new Picture(text(graph, "name"), isWide(start), nodes, lines);
    }

    private void addEdges(String name, JsonNode step) {
        for (JsonNode next : step.path("next")) {
            String to = next.asString("");
            add(name, to, Style.NEXT, isInterrupt(step) ? answers(step, to) : input(to));
        }
        if (step.has("onFailure")) {
            add(name, text(step, "onFailure"), Style.FAILURE, List.of("StepFailure"));
        }
        if (step.has("maxVisits")) {
            long times = step.path("maxVisits").path("times").asLong(0);
            String visits = "after " + times + (times == 1 ? " visit" : " visits");
            add(name, text(step.path("maxVisits"), "then"), Style.THEN, List.of(visits));
        }
    }

    private void add(String from, String to, Style style, List<String> labels) {
        if (!steps.containsKey(to) && !to.equals(Picture.END) && !to.equals(Picture.RESULT)) {
            throw new IllegalArgumentException(
                    "It is not a graph: '" + from + "' leads to '" + to + "', which is not a step");
        }
        lines.add(new Line(from, to, style, List.copyOf(labels), false));
    }

    private List<String> input(String step) {
        JsonNode target = steps.get(step);
        return target == null || !target.has("input") ? List.of() : List.of(TypeNames.simple(text(target, "input")));
    }

    /** The input of the target if all answers take the same edge. */
    private List<String> answers(JsonNode interrupt, String to) {
        List<String> labels = new ArrayList<>();
        int all = 0;
        for (JsonNode answer : interrupt.path("answers")) {
            all++;
            if (text(answer, "to").equals(to)) {
                labels.add(TypeNames.simple(text(answer, "type")));
            }
        }
        if (all > 1 && labels.size() == all && !input(to).isEmpty()) {
            labels = new ArrayList<>(input(to));
        } else if (labels.size() > MANY) {
            List<String> rest = labels.subList(MANY - 1, labels.size());
            String others = rest.size() + " others";
            rest.clear();
            labels.add(others);
        }
        if (text(interrupt.path("expires"), "to").equals(to)) {
            labels.add("Expired");
        }
        return labels;
    }

    private static Shape shape(JsonNode step) {
        if (isInterrupt(step)) {
            return Shape.INTERRUPT;
        }
        return step.has("gate") ? Shape.GATED : Shape.STEP;
    }

    private static boolean isInterrupt(JsonNode step) {
        return text(step, "kind").equals("interrupt");
    }

    /** From left to right while the way from the start to the farthest step is short. */
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

    static String text(JsonNode object, String field) {
        return object.path(field).asString("");
    }
}
