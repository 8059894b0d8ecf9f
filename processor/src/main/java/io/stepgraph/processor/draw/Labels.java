package io.stepgraph.processor.draw;

import io.stepgraph.processor.generate.TypeText;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Visits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The label of an edge: the type of the value that it carries. */
final class Labels {

    private static final int MANY = 3;

    private final AgentModel agent;

    Labels(AgentModel agent) {
        this.agent = agent;
    }

    List<String> of(Edge edge) {
        StepModel from = agent.steps().get(edge.from());
        return switch (edge.kind()) {
            case FAILURE -> List.of("StepFailure");
            case THEN -> then(from);
            case NEXT -> from.interrupt() == null ? carried(edge) : answers(edge, from.interrupt());
        };
    }

    private List<String> carried(Edge edge) {
        Parameter input = edge.isEnd() ? null : agent.steps().get(edge.to()).input();
        return input == null ? List.of() : List.of(TypeText.of(input.type()));
    }

    /** The name of the declared answer type if all its variants take the same edge. */
    private static List<String> answers(Edge edge, InterruptModel interruptModel) {
        List<String> labels = new ArrayList<>();
        if (edge.answers().size() == interruptModel.leaves().size()
                && edge.answers().size() > 1) {
            interruptModel.answers().forEach(answer -> labels.add(TypeText.of(answer.type())));
        } else {
            edge.answers().forEach(leaf -> labels.add(leaf.getSimpleName().toString()));
            shorten(labels);
        }
        if (edge.expired()) {
            labels.add("Expired");
        }
        return labels;
    }

    /** Many answers would cover the picture. */
    private static void shorten(List<String> answers) {
        if (answers.size() > MANY) {
            List<String> rest = answers.subList(MANY - 1, answers.size());
            String others = rest.size() + " others";
            rest.clear();
            answers.add(others);
        }
    }

    private static List<String> then(StepModel from) {
        Visits visits = Objects.requireNonNull(from.visits());
        int times = visits.times().asInt();
        return List.of("after " + times + (times == 1 ? " visit" : " visits"));
    }
}
