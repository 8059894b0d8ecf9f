package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Writes paths as a user reads them: {@code draft → review}. */
final class PathText {

    /** A longer path is shown by its first and last steps. */
    private static final int LONGEST = 12;

    private static final int HEAD = 3;
    private static final int TAIL = 2;

    private PathText() {}

    static String of(AgentModel agent, List<Integer> indexes) {
        return arrows(indexes.stream()
                .map(index -> agent.steps().get(index))
                .map(StepModel::name)
                .toList());
    }

    /**
     * The steps along a path; behind those that it leaves on a failure, without an answer, or unvisited, this is said.
     */
    static String marked(AgentModel agent, List<Edge> path) {
        return marked(agent, path, edge -> edge.expired() ? "Expired" : "");
    }

    /**
     * Returns a marked path; {@code answer} says what leads along a {@code next} edge, and returns an empty text if
     * there is nothing to say.
     */
    static String marked(AgentModel agent, List<Edge> path, Function<Edge, String> answer) {
        List<String> steps = new ArrayList<>();
        for (Edge edge : path) {
            String mark = switch (edge.kind()) {
                case NEXT -> answer.apply(edge);
                case FAILURE -> "onFailure";
                case THEN -> "then";
            };
            String step = agent.steps().get(edge.from()).name();
            steps.add(mark.isEmpty() ? step : step + " (" + mark + ")");
        }
        steps.add(agent.steps().get(path.get(path.size() - 1).to()).name());
        return arrows(steps);
    }

    private static String arrows(List<String> steps) {
        int size = steps.size();
        if (size <= LONGEST) {
            return String.join(" → ", steps);
        }
        List<String> shown = new ArrayList<>(steps.subList(0, HEAD));
        shown.add("… " + (size - HEAD - TAIL) + " more …");
        shown.addAll(steps.subList(size - TAIL, size));
        return String.join(" → ", shown);
    }
}
