package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What one step performs only as a question showed it, no other step performs otherwise. */
final class EffectsBehindGates implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Map<String, GatedStep> exactly = new HashMap<>();
        agent.gated().stream()
                .filter(gated -> gated.gate().exactly())
                .forEach(gated -> gated.step().effects().forEach(effect -> exactly.putIfAbsent(effect.text(), gated)));
        for (StepModel step : agent.steps()) {
            for (Name effect : step.effects()) {
                GatedStep other = step.isExactly() || !effect.isNamed() ? null : exactly.get(effect.text());
                if (other != null) {
                    String text = "'" + step.name() + "' performs '" + effect.text() + "', which '"
                            + other.step().name() + "' performs only as '"
                            + other.interrupt().name() + "' showed it. "
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
