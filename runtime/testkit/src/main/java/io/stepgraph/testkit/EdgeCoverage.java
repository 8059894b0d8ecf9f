package io.stepgraph.testkit;

import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.StepSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How often the plays of scenarios took each edge of a graph. Safe for use by many threads. */
final class EdgeCoverage {
    /** The end of a graph, as in its file. */
    static final String END = "<end>";

    private static final JsonMapper JSON = new JsonMapper();

    private final Map<Edge, Integer> taken = new LinkedHashMap<>();
    private @Nullable GraphSpec<?> graph;

    /** An edge between two steps. */
    record Edge(String from, String to) {
        @Override
        public String toString() {
            return from + " → " + to;
        }
    }

    /** Adds the way of a run. */
    synchronized void add(GraphSpec<?> spec, List<String> steps, boolean isCompleted) {
        if (graph == null) {
            graph = spec;
            declared(spec).forEach(edge -> taken.put(edge, 0));
        }
        for (int i = 1; i < steps.size(); i++) {
            taken.merge(new Edge(steps.get(i - 1), steps.get(i)), 1, Integer::sum);
        }
        if (isCompleted && !steps.isEmpty()) {
            taken.merge(new Edge(steps.get(steps.size() - 1), END), 1, Integer::sum);
        }
    }

    private static <N extends Enum<N>> List<Edge> declared(GraphSpec<N> spec) {
        List<Edge> edges = new ArrayList<>();
        for (StepSpec<N> step : spec.steps()) {
            List<N> ends = new ArrayList<>(step.next());
            if (step.onFailure() != null) {
                ends.add(step.onFailure());
            }
            if (step.maxVisits() != null) {
                ends.add(step.maxVisits().then());
            }
            for (N end : ends) {
                edges.add(new Edge(step.name(), spec.step(end).name()));
            }
            if (step.end()) {
                edges.add(new Edge(step.name(), END));
            }
        }
        return edges;
    }

    /** The part of the edges that was taken, from 0 to 1. */
    synchronized double share() {
        return taken.isEmpty() ? 0 : 1 - (double) missing().size() / taken.size();
    }

    /** The edges that were not taken. */
    synchronized List<Edge> missing() {
        return taken.entrySet().stream()
                .filter(edge -> edge.getValue() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Writes it as JSON, for {@code stepgraph graph --coverage}. */
    synchronized void write(Path file) throws IOException {
        ObjectNode document = JSON.createObjectNode();
        if (graph != null) {
            document.put("graph", graph.name()).put("fingerprint", graph.fingerprint());
        }
        ArrayNode edges = document.putArray("edges");
        taken.forEach((edge, times) ->
                edges.addObject().put("from", edge.from).put("to", edge.to).put("times", times));
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(
                file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document) + System.lineSeparator());
    }
}
