package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Effects are performed, and rows are handed to the checkpoint, through the context of the step; each effect has its
 * own name.
 */
final class DeclaredEffects implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Optional<Name> named = step.effects().stream()
                    .filter(effect -> !effect.text().isEmpty())
                    .findFirst();
            if (named.isPresent() && step.signature().context() == null) {
                report.accept(new Diagnostic(
                        DiagnosticId.EFFECT_WITHOUT_CONTEXT,
                        "Step '" + step.name() + "' declares the effect '"
                                + named.get().text()
                                + "', but takes no StepContext, through which a step performs its effects. Add a parameter"
                                + " StepContext<?> context, or remove the effect.",
                        named.get().place()));
            } else if (step.transactional() != null && step.signature().context() == null) {
                report.accept(new Diagnostic(
                        DiagnosticId.TRANSACTIONAL_WITHOUT_CONTEXT,
                        "Step '" + step.name()
                                + "' is transactional, but takes no StepContext, through which a step hands"
                                + " rows to the transaction of its checkpoint. Add a parameter StepContext<?> context, or"
                                + " leave out transactional.",
                        step.transactional()));
            }
            Set<String> seen = new HashSet<>();
            for (Name effect : step.effects()) {
                if (effect.text().isEmpty()) {
                    String text =
                            "An effect needs a name. Write the name that the step passes to once, or remove the empty text.";
                    report.accept(new Diagnostic(DiagnosticId.BAD_EFFECT, text, effect.place()));
                } else if (!seen.add(effect.text())) {
                    String text =
                            "'" + effect.text() + "' is an effect of '" + step.name() + "' already. Remove the second.";
                    report.accept(new Diagnostic(DiagnosticId.BAD_EFFECT, text, effect.place()));
                }
            }
        }
    }
}
