package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;

/** A step that performs effects on an answer takes the question that was answered. */
final class BoundEffects implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (GatedStep gated : agent.gated()) {
            StepModel step = gated.step();
            Place transactional = step.signature().state() == null ? null : step.transactional();
            Name effect =
                    step.effects().stream().filter(Name::isNamed).findFirst().orElse(null);
            if (gated.gate().opening().isEmpty() || isBound(step)) {
                continue;
            }
            if (effect != null) {
                String text = text(gated, "'" + effect.text() + "'");
                report.accept(new Diagnostic(DiagnosticId.UNBOUND_EFFECT, text, effect.place()));
            } else if (transactional != null) {
                String text = "'" + step.name() + "' is transactional on an answer to '"
                        + gated.interrupt().name()
                        + "', but takes the state instead of the question that was answered, so it may write something"
                        + " else than what was shown. Take " + AnsweredText.of(step, gated.interrupt())
                        + " and write what it shows.";
                report.accept(new Diagnostic(DiagnosticId.UNBOUND_EFFECT, text, transactional));
            }
        }
    }

    /** Whether it is, or has a mistake that is reported as such. */
    private static boolean isBound(StepModel step) {
        return step.answered() != null || step.isExactly() || step.signature().context() == null;
    }

    static String text(GatedStep gated, String effect) {
        return text(gated, effect, "take the question that was answered") + " Take "
                + AnsweredText.of(gated.step(), gated.interrupt()) + " and perform the effect with it.";
    }

    static String text(GatedStep gated, String effect, String lacks) {
        return "'" + gated.step().name() + "' performs " + effect + " on an answer to '"
                + gated.interrupt().name() + "', but does not " + lacks
                + ", so it may do something else than what was shown.";
    }
}
