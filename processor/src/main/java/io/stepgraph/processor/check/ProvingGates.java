package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;

/** At least one answer does not open the gate; else the gate proves only that somebody has answered. */
final class ProvingGates implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Gate gate = step.gate();
            StepModel interrupt =
                    gate == null ? null : agent.step(gate.interrupt().text());
            InterruptModel interruptModel = interrupt == null ? null : interrupt.interrupt();
            if (gate != null
                    && interruptModel != null
                    && interruptModel.complete()
                    && interruptModel.open().isEmpty()) {
                check(step, gate, interruptModel, report);
            }
        }
    }

    private static void check(StepModel step, Gate gate, InterruptModel interruptModel, Consumer<Diagnostic> report) {
        List<TypeElement> answers = interruptModel.leaves().stream()
                .filter(leaf -> !TypeRelations.isExpired(leaf.type()))
                .map(AnswerVariant::element)
                .toList();
        if (answers.stream().anyMatch(answer -> answers.size() > 1 || saysYesAndNo(answer))
                && gate.opening().containsAll(answers)) {
            String text = "Every answer to '" + gate.interrupt().text() + "' opens this gate ("
                    + TypeText.list(answers)
                    + "), a refusal too, so it proves nothing. "
                    + (answers.size() == 1
                            ? "Answer with a sealed interface instead, one record for each decision. "
                            : "")
                    + "Name only the answers that allow '" + step.name() + "'.";
            Place place = Objects.requireNonNullElse(
                    gate.answerPlace(), gate.interrupt().place());
            report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text, place));
        }
    }

    /** Whether one type holds several answers. */
    private static boolean saysYesAndNo(TypeElement answer) {
        return answer.getQualifiedName().contentEquals("java.lang.Boolean")
                || answer.getEnclosedElements().stream()
                                .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                                .count()
                        > 1;
    }
}
