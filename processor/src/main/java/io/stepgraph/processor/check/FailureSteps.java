package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/** {@code onFailure} names a step that takes the failure, and no chain of them comes back to itself. */
final class FailureSteps implements Check {

    private final TypeRelations types;

    FailureSteps(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        List<Edge> failures = agent.edges().stream()
                .filter(edge -> edge.kind() == Edge.Kind.FAILURE)
                .toList();
        if (failures.isEmpty()) {
            return;
        }
        Paths paths = new Paths(agent.steps().size(), failures);
        BitSet reported = new BitSet();
        for (Edge failure : failures) {
            StepModel step = agent.steps().get(failure.from());
            Name onFailure = step.onFailure();
            StepModel target = agent.steps().get(failure.to());
            if (onFailure == null) {
                continue;
            }
            List<Edge> round = paths.shortest(step.index(), step.index());
            if (!takesFailure(target)) {
                String text = "'" + target.name() + "' takes no StepFailure, so it cannot take over from '"
                        + step.name() + "'. Declare it as "
                        + StepNames.declaration(agent, target.name(), "StepFailure failure") + ".";
                report.accept(new Diagnostic(DiagnosticId.BAD_FAILURE_STEP, text, onFailure.place()));
            } else if (round != null && !reported.get(step.index())) {
                Paths.steps(round).forEach(reported::set);
                String text =
                        "If these steps fail one after the other, the run repeats them until its step budget is spent: "
                                + PathText.of(agent, Paths.steps(round)) + ". Remove onFailure from one of them.";
                report.accept(new Diagnostic(DiagnosticId.FAILURE_LOOP, text, onFailure.place()));
            }
        }
    }

    private boolean takesFailure(StepModel step) {
        Parameter input = step.input();
        return step.signature().hasOtherState()
                || (input != null && (TypeRelations.isStepFailure(input.type()) || types.isUnknown(input.type())));
    }
}
