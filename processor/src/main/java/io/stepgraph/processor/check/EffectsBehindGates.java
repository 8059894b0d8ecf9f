package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What one step performs only as a question showed it, no other step performs otherwise. */
final class EffectsBehindGates implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Map<String, StepModel> exactly = new HashMap<>();
        for (StepModel step : agent.steps()) {
            if (step.isExactly()) {
                step.effects().stream()
                        .filter(Name::isNamed)
                        .forEach(effect -> exactly.putIfAbsent(effect.text(), step));
            }
        }
        for (StepModel step : agent.steps()) {
            for (Name effect : step.effects()) {
                StepModel other = step.isExactly() ? null : exactly.get(effect.text());
                if (other != null && other.gate() != null) {
                    String text = "'" + step.name() + "' performs '" + effect.text() + "', which '" + other.name()
                            + "' performs only as '" + other.gate().interrupt().text() + "' showed it. "
                            + (step.gate() == null
                                    ? "Gate '" + step.name() + "'"
                                    : "Write exactly = true into its @GatedBy")
                            + ", or give its effect another name.";
                    report.accept(new Diagnostic(DiagnosticId.EFFECT_BESIDE_GATE, text, effect.place()));
                }
            }
        }
    }
}
