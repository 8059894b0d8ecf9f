package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Visits;
import io.stepgraph.processor.read.TypeRelations;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A {@code then} step can take what its step would have taken, and some {@code then} leads out. */
final class VisitLimits implements Check {

    private final TypeRelations types;

    VisitLimits(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        List<Edge> thens = agent.edges().stream()
                .filter(edge -> edge.kind() == Edge.Kind.THEN)
                .toList();
        if (thens.isEmpty()) {
            return;
        }
        Paths paths = new Paths(agent.steps().size(), thens);
        BitSet reported = new BitSet();
        for (Edge then : thens) {
            StepModel step = agent.steps().get(then.from());
            StepModel target = agent.steps().get(then.to());
            Visits visits = step.visits();
            if (visits == null) {
                continue;
            }
            List<Edge> round = paths.shortest(step.index(), step.index());
            boolean isUnsure =
                    step.signature().hasOtherState() || target.signature().hasOtherState();
            if (!isUnsure && !fits(agent, target.input(), step.input())) {
                report.accept(new Diagnostic(
                        DiagnosticId.BAD_THEN,
                        misfit(step, target),
                        visits.then().place()));
            } else if (round != null && !reported.get(step.index())) {
                Paths.steps(round).forEach(reported::set);
                String text = "When all visits are used up, 'then' leads in a circle: "
                        + PathText.of(agent, Paths.steps(round)) + ". Name a step outside of it.";
                report.accept(new Diagnostic(
                        DiagnosticId.BAD_THEN, text, visits.then().place()));
            }
        }
    }

    private boolean fits(AgentModel agent, @Nullable Parameter target, @Nullable Parameter own) {
        return target == null
                || (own != null
                        && (types.alike(target.type(), own.type())
                                || (agent.callOf(target.type()) == null && !types.differ(target.type(), own.type()))));
    }

    private static String misfit(StepModel step, StepModel target) {
        Parameter input = target.input();
        Parameter own = step.input();
        String takes = input == null ? "no input" : TypeText.of(input.type());
        return "'" + target.name() + "' takes " + takes + ", but '" + step.name() + "' passes on "
                + (own == null ? "no input" : TypeText.of(own.type()))
                + " when its visits are used up. Name a step that takes no input or the same.";
    }
}
