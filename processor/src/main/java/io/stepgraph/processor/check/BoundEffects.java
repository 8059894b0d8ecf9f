package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;

/** A step that performs effects on an answer takes the question that was answered. */
final class BoundEffects implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Gate gate = step.gate();
            StepModel interrupt =
                    gate == null ? null : agent.step(gate.interrupt().text());
            if (gate == null || interrupt == null || gate.opening().isEmpty() || isBound(step)) {
                continue;
            }
            step.effects().stream()
                    .filter(effect -> !effect.text().isEmpty() && !effect.isUnreadable())
                    .findFirst()
                    .ifPresent(effect -> report.accept(unbound(step, effect, interrupt)));
        }
    }

    /** Whether it is, or has a mistake that is reported as such. */
    private static boolean isBound(StepModel step) {
        return step.answered() != null || step.isExactly() || step.signature().context() == null;
    }

    private static Diagnostic unbound(StepModel step, Name effect, StepModel interrupt) {
        String text = "'" + step.name() + "' performs '" + effect.text() + "' on an answer to '" + interrupt.name()
                + "', but does not take the question that was answered, so it may do something else than what was shown."
                + " Take " + AnsweredText.of(step, interrupt) + " and perform the effect with it.";
        return new Diagnostic(DiagnosticId.UNBOUND_EFFECT, text, effect.place());
    }
}
