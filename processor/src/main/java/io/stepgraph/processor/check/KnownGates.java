package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
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
            if (gate == null || gate.interrupt().isUnreadable()) {
                continue;
            }
            Name name = gate.interrupt();
            StepModel interrupt = agent.step(name.text());
            if (interrupt != null && interrupt.interrupt() != null) {
                opens(step, gate, interrupt.interrupt(), report);
            } else if (interrupt != null) {
                String text = "'" + name.text()
                        + "' is a step, but only an answer opens a gate. Name an interrupt, declared with @Interrupt.";
                report.accept(new Diagnostic(DiagnosticId.UNKNOWN_GATE, text, name.place()));
            } else if (!StepNames.isKnown(agent, name.text())) {
                String text = "'" + name.text() + "' is not an interrupt of " + agent.simpleName() + "."
                        + Suggestion.closest(name.text(), StepNames.interrupts(agent));
                report.accept(new Diagnostic(DiagnosticId.UNKNOWN_GATE, text, name.place()));
            }
        }
    }

    private void opens(StepModel step, Gate gate, InterruptModel interruptModel, Consumer<Diagnostic> report) {
        String answers = TypeText.list(
                interruptModel.leaves().stream().map(AnswerVariant::element).toList());
        if (!interruptModel.complete()
                || !interruptModel.open().isEmpty()
                || interruptModel.leaves().isEmpty()) {
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
                    interruptModel.leaves().stream().noneMatch(leaf -> types.isSubtype(leaf.type(), answer.type()));
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
                    + "\", answer = " + interruptModel.leaves().get(0).element().getSimpleName() + ".class).";
            report.accept(new Diagnostic(
                    DiagnosticId.UNKNOWN_GATE, text, gate.interrupt().place()));
        }
    }
}
