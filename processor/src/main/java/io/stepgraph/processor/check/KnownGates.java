package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.function.Consumer;

/** A gate is an interrupt or a call, and one of its answers or results opens it. */
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
            CallModel call = agent.guarding(step);
            if (gated != null) {
                opens(step, gated.gate(), gated.asked(), report);
            } else if (gate != null && call != null) {
                opens(step, gate, call, report);
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
            if (opensNothing(answer, asked.leaves())) {
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

    private boolean opensNothing(TypeUse answer, List<AnswerVariant> leaves) {
        return leaves.stream().noneMatch(leaf -> types.isSubtype(leaf.type(), answer.type()))
                && !types.isUnknown(answer.type());
    }

    /** A result opens the gate of a call; if it has no kinds, that it is there. */
    private void opens(StepModel step, Gate gate, CallModel call, Consumer<Diagnostic> report) {
        String name = gate.interrupt().text();
        if (!call.complete()) {
            return;
        }
        for (TypeUse answer : gate.answers()) {
            if (opensNothing(answer, call.results())) {
                String text = TypeText.of(answer.type()) + " is no kind of result of '" + name + "'. "
                        + (call.results().isEmpty()
                                ? "Remove answer: all runs of the call must complete."
                                : "Name one that is: " + kinds(call) + ".");
                report.accept(new Diagnostic(DiagnosticId.UNKNOWN_GATE, text, answer.place()));
            }
        }
        boolean isProvenElsewhere = step.answered() != null || step.isExactly();
        if (gate.answers().isEmpty()
                && gate.opening().isEmpty()
                && !call.results().isEmpty()
                && !isProvenElsewhere) {
            String text = "'" + step.name() + "' itself takes no result of '" + name
                    + "', so say which one opens the gate: @GatedBy(value = \"" + name + "\", answer = "
                    + call.results().get(0).element().getSimpleName() + ".class).";
            report.accept(new Diagnostic(
                    DiagnosticId.UNKNOWN_GATE, text, gate.interrupt().place()));
        }
    }

    private static String kinds(CallModel call) {
        return TypeText.list(call.results().stream().map(AnswerVariant::element).toList());
    }
}
