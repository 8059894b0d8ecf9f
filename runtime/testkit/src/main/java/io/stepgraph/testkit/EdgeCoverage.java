package io.stepgraph.testkit;

import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.StepSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Counts how often the plays of scenarios took each edge of a graph. Safe for use by many threads. */
final class EdgeCoverage {
    /** The end of a graph, as in its file. */
    static final String END = "<end>";

    /** The failure that a step chooses, as in the file of a graph. */
    static final String FAIL = "<fail>";

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

    /**
     * Adds the way of a run.
     *
     * @param end where its last step has led; null if the run failed otherwise, or has not ended
     */
    synchronized <N extends Enum<N>> void add(GraphSpec<N> spec, List<String> steps, @Nullable String end) {
        if (graph == null) {
            graph = spec;
            declared(spec).forEach(edge -> taken.put(edge, 0));
        }
        if (!steps.isEmpty()) {
            new Way<>(spec).edges(steps).forEach(this::take);
            if (end != null) {
                take(new Edge(steps.get(steps.size() - 1), end));
            }
        }
    }

    private void take(Edge edge) {
        taken.computeIfPresent(edge, (same, times) -> times + 1);
    }

    /**
     * The way of a run through its graph. Where a step was visited as often as it may be, the run entered another step
     * in its place: then the edge to that step is the one of {@code @MaxVisits}.
     */
    private static final class Way<N extends Enum<N>> {
        private final GraphSpec<N> spec;
        private final Map<N, Integer> visits = new HashMap<>();

        Way(GraphSpec<N> spec) {
            this.spec = spec;
        }

        List<Edge> edges(List<String> steps) {
            List<Edge> edges = new ArrayList<>();
            StepSpec<N> from = enter(steps.get(0));
            for (String name : steps.subList(1, steps.size())) {
                if (from.isInterrupt() || from.mailbox() != null) {
                    visits.clear(); // the visits are counted from one answer or message to the next
                }
                edges.add(new Edge(from.name(), name));
                for (N target : targets(from)) {
                    edges.addAll(detour(spec.step(target), name));
                }
                from = enter(name);
            }
            return edges;
        }

        private StepSpec<N> enter(String name) {
            StepSpec<N> step = Objects.requireNonNull(spec.find(name));
            visits.merge(step.step(), 1, Integer::sum);
            return step;
        }

        /** The edges from a step that was visited too often to the one that is entered in its place. */
        private List<Edge> detour(StepSpec<N> target, String entered) {
            List<Edge> edges = new ArrayList<>();
            StepSpec<N> step = target;
            StepSpec.MaxVisits<N> bound = step.maxVisits();
            // Steps that replace each other in a circle are never entered, if all were visited too often.
            while (bound != null
                    && visits.getOrDefault(step.step(), 0) >= bound.times()
                    && edges.size() < spec.steps().size()) {
                StepSpec<N> then = spec.step(bound.then());
                edges.add(new Edge(step.name(), then.name()));
                step = then;
                bound = step.maxVisits();
            }
            return step.name().equals(entered) ? edges : List.of();
        }
    }

    /** Returns the steps to which a step goes, the step of its {@code @MaxVisits} apart. */
    private static <N extends Enum<N>> List<N> targets(StepSpec<N> step) {
        List<N> targets = new ArrayList<>(step.next());
        if (step.onFailure() != null) {
            targets.add(step.onFailure());
        }
        return targets;
    }

    private static <N extends Enum<N>> List<Edge> declared(GraphSpec<N> spec) {
        List<Edge> edges = new ArrayList<>();
        for (StepSpec<N> step : spec.steps()) {
            List<N> ends = targets(step);
            if (step.maxVisits() != null) {
                ends.add(step.maxVisits().then());
            }
            for (N end : ends) {
                edges.add(new Edge(step.name(), spec.step(end).name()));
            }
            if (step.end()) {
                edges.add(new Edge(step.name(), END));
            }
            if (step.fail()) {
                edges.add(new Edge(step.name(), FAIL));
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
