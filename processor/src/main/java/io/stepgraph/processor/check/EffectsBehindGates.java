package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks that an effect that one step performs exactly as a question showed it is performed by no other step in another
 * way.
 */
final class EffectsBehindGates implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            for (Name effect : step.effects()) {
                GatedStep other = effect.isNamed() ? exactly(agent, step, effect.text()) : null;
                if (other != null) {
                    report.accept(new Diagnostic(
                            DiagnosticId.EFFECT_BESIDE_GATE, text(step, effect.text(), other), effect.place()));
                }
            }
        }
    }

    /** The effects of a step that declares none. */
    static void check(Body body) {
        for (ContextCall call : body.calls) {
            String effect = call.isOnce() && body.step.effects().isEmpty() ? call.first() : null;
            GatedStep other = effect == null ? null : exactly(body.agent, body.step, effect);
            if (effect != null && other != null) {
                body.report(
                        DiagnosticId.EFFECT_BESIDE_GATE,
                        text(body.step, effect, other),
                        call.arguments().get(0));
            }
        }
    }

    /** The step that performs an effect only as it was shown; null if none does, or this one does so, too. */
    private static @Nullable GatedStep exactly(AgentModel agent, StepModel step, String effect) {
        return step.isExactly()
                ? null
                : agent.gated().stream()
                        .filter(gated -> gated.gate().exactly())
                        .filter(gated -> gated.step().effects().stream()
                                .anyMatch(name -> name.text().equals(effect)))
                        .findFirst()
                        .orElse(null);
    }

    private static String text(StepModel step, String effect, GatedStep other) {
        return "'" + step.name() + "' performs '" + effect + "', which '"
                + other.step().name()
                + "' performs only as '" + other.interrupt().name() + "' showed it. "
                + (step.gate() == null ? "Gate '" + step.name() + "'" : "Write exactly = true into its @GatedBy")
                + ", or give its effect another name.";
    }
}
