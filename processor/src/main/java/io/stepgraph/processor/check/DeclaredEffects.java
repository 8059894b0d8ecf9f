package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;

/** Effects are performed through the context of the step. */
final class DeclaredEffects implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            if (!step.effects().isEmpty() && step.signature().context() == null) {
                report.accept(new Diagnostic(
                        DiagnosticId.EFFECT_WITHOUT_CONTEXT,
                        "Step '" + step.name() + "' declares the effect '"
                                + step.effects().get(0).text()
                                + "' and has no StepContext to perform it with. Add a parameter StepContext<?>, and call once on"
                                + " it, or remove effects.",
                        step.effects().get(0).place()));
            }
        }
    }
}
