package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;

/** A gate is an interrupt, and one of its answers opens it. */
final class KnownGates implements Check {

    private final TypeRelations types;

    KnownGates(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Gate gate = step.gate();
            GatedStep gated = agent.gated(step);
            if (gated != null) {
                opens(step, gated.gate(), gated.asked(), report);
            } else if (gate != null && !gate.interrupt().isUnreadable()) {
                String text = StepNames.noInterrupt(agent, gate.interrupt().text(), "opens a gate");
                if (text != null) {
                    report.accept(new Diagnostic(
                            DiagnosticId.UNKNOWN_GATE, text, gate.interrupt().place()));
                }
            }
        }
    }

    private void opens(StepModel step, Gate gate, InterruptModel asked, Consumer<Diagnostic> report) {
        String answers = TypeText.list(asked.kinds());
        if (!asked.complete() || !asked.open().isEmpty() || asked.leaves().isEmpty()) {
            return;
        }
        if (step.answered() != null && gate.answerPlace() != null) {
            String text = TypeText.of(step.answered().parameter().type()) + " says which answer opens the gate of '"
                    + step.name() + "'. Remove answer.";
            report.accept(new Diagnostic(DiagnosticId.UNKNOWN_GATE, text, gate.answerPlace()));
            return;
        }
        for (TypeUse answer : gate.answers()) {
            boolean opensNothing =
                    asked.leaves().stream().noneMatch(leaf -> types.isSubtype(leaf.type(), answer.type()));
            if (opensNothing && !types.isUnknown(answer.type())) {
                String text = TypeRelations.isExpired(answer.type())
                        ? "Expired never opens a gate, because it is no answer. Name an answer that does: " + answers
                                + "."
                        : TypeText.of(answer.type()) + " is no answer of '"
                                + gate.interrupt().text() + "'. Name one that is: " + answers + ".";
                report.accept(new Diagnostic(DiagnosticId.UNKNOWN_GATE, text, answer.place()));
            }
        }
        Parameter input = step.input();
        boolean unknown = input != null && types.isUnknown(input.type());
        boolean isProvenElsewhere = step.answered() != null || step.isExactly();
        if (gate.answers().isEmpty() && gate.opening().isEmpty() && !unknown && !isProvenElsewhere) {
            String text = "'" + step.name() + "' itself takes no answer of '"
                    + gate.interrupt().text()
                    + "', so say which one opens the gate: @GatedBy(value = \""
                    + gate.interrupt().text()
                    + "\", answer = " + asked.leaves().get(0).element().getSimpleName() + ".class).";
            report.accept(new Diagnostic(
                    DiagnosticId.UNKNOWN_GATE, text, gate.interrupt().place()));
        }
    }
}
