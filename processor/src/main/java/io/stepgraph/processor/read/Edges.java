package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Makes edges of names. */
final class Edges {

    private final Steps steps;
    private final List<Edge> edges = new ArrayList<>();

    private Edges(Steps steps) {
        this.steps = steps;
    }

    /** The edges of these steps, which must be resolved. */
    static List<Edge> of(Steps steps, List<StepModel> resolved) {
        Edges edges = new Edges(steps);
        resolved.forEach(edges::addFrom);
        return List.copyOf(edges.edges);
    }

    private void addFrom(StepModel step) {
        Set<Integer> targets = new LinkedHashSet<>();
        for (Name name : step.next()) {
            Integer target = name.isExit() ? Integer.valueOf(Edge.END) : steps.indexOf(name);
            if (target != null && targets.add(target)) {
                edges.add(next(step, target));
            }
        }
        add(step, step.onFailure(), Edge.Kind.FAILURE);
        add(step, step.visits() == null ? null : step.visits().then(), Edge.Kind.THEN);
    }

    private static Edge next(StepModel step, Integer target) {
        InterruptModel asked = step.interrupt();
        if (asked == null) {
            List<TypeElement> results =
                    step.call() == null ? List.of() : step.call().resultsFor(target);
            return new Edge(step.index(), target, Edge.Kind.NEXT, results, false);
        }
        List<TypeElement> answers = asked.leaves().stream()
                .filter(leaf -> leaf.takers().contains(target))
                .map(AnswerVariant::element)
                .toList();
        boolean expired = asked.mayExpire() && asked.expiryTakers().contains(target);
        return new Edge(step.index(), target, Edge.Kind.NEXT, answers, expired);
    }

    private void add(StepModel step, @Nullable Name name, Edge.Kind kind) {
        Integer target = name == null ? null : steps.indexOf(name);
        if (target != null) {
            edges.add(new Edge(step.index(), target, kind, List.of(), false));
        }
    }
}
