package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Finds steps by name, and explains a name that is no step. */
final class StepNames {

    private static final int LISTED_AT_MOST = 8;

    private StepNames() {}

    static boolean isKnown(AgentModel agent, String name) {
        return agent.step(name) != null
                || agent.clashing().stream()
                        .anyMatch(clash -> clash.step().name().equals(name));
    }

    static String unknown(AgentModel agent, String name, List<String> candidates) {
        String what = "'" + name + "' is not a step of " + agent.simpleName();
        if (agent.surroundings().plainMethods().contains(name)) {
            return what + ", only a method: give it @Step or @Interrupt.";
        }
        String suggestion = Suggestion.closest(name, candidates);
        if (!suggestion.isEmpty()) {
            return what + "." + suggestion;
        }
        return candidates.size() > LISTED_AT_MOST
                ? what + ". Name a method that has @Step or @Interrupt."
                : what + ". Its steps are " + String.join(", ", candidates) + ".";
    }

    /** The indexes as the path that a user reads: {@code draft → review}. */
    static String path(AgentModel agent, List<Integer> indexes) {
        return String.join(
                " → ",
                indexes.stream()
                        .map(index -> agent.steps().get(index))
                        .map(StepModel::name)
                        .toList());
    }

    /** The steps along a path; behind those that it leaves on a failure, without an answer, or unvisited, this is said. */
    static String markedPath(AgentModel agent, List<Edge> path) {
        StringBuilder text = new StringBuilder();
        for (Edge edge : path) {
            text.append(agent.steps().get(edge.from()).name());
            text.append(
                    switch (edge.kind()) {
                        case NEXT -> edge.expired() ? " (Expired)" : "";
                        case FAILURE -> " (onFailure)";
                        case THEN -> " (then)";
                    });
            text.append(" → ");
        }
        return text.append(agent.steps().get(path.get(path.size() - 1).to()).name())
                .toString();
    }

    static List<String> interrupts(AgentModel agent) {
        return agent.steps().stream()
                .filter(StepModel::isInterrupt)
                .map(StepModel::name)
                .toList();
    }

    /** How to write a step of this name: {@code void revise(Essay essay, Approved approved)}. */
    static String declaration(AgentModel agent, String name, String... inputs) {
        String state =
                agent.state() == null ? null : TypeText.of(agent.state()) + " " + TypeText.parameter(agent.state());
        return "void " + name + "("
                + String.join(
                        ", ",
                        Stream.concat(Stream.ofNullable(state), Stream.of(inputs))
                                .filter(Objects::nonNull)
                                .toList())
                + ")";
    }
}
