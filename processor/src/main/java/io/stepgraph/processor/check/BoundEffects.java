package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Place;
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
            Name effect =
                    step.effects().stream().filter(Name::isNamed).findFirst().orElse(null);
            if (effect != null) {
                report.accept(unbound(step, effect, interrupt));
            } else if (step.transactional() != null && step.signature().state() != null) {
                report.accept(unbound(step, step.transactional(), interrupt));
            }
        }
    }

    /** Whether it is, or has a mistake that is reported as such. */
    private static boolean isBound(StepModel step) {
        return step.answered() != null || step.isExactly() || step.signature().context() == null;
    }

    private static Diagnostic unbound(StepModel step, Place transactional, StepModel interrupt) {
        String text = "'" + step.name() + "' is transactional on an answer to '" + interrupt.name()
                + "', but takes the state instead of the question that was answered, so it may write something else than"
                + " what was shown. Take " + AnsweredText.of(step, interrupt) + " and write what it shows.";
        return new Diagnostic(DiagnosticId.UNBOUND_EFFECT, text, transactional);
    }

    private static Diagnostic unbound(StepModel step, Name effect, StepModel interrupt) {
        return new Diagnostic(
                DiagnosticId.UNBOUND_EFFECT, text(step, "'" + effect.text() + "'", interrupt), effect.place());
    }

    static String text(StepModel step, String effect, StepModel interrupt) {
        return text(step, effect, interrupt, "take the question that was answered") + " Take "
                + AnsweredText.of(step, interrupt) + " and perform the effect with it.";
    }

    static String text(StepModel step, String effect, StepModel interrupt, String lacks) {
        return "'" + step.name() + "' performs " + effect + " on an answer to '" + interrupt.name() + "', but does not "
                + lacks + ", so it may do something else than what was shown.";
    }
}
