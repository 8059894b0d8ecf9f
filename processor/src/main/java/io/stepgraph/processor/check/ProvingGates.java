package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.AnsweredParameter;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Supertypes;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** No refusal opens the gate: at least one answer does not, and those that do hold no yes or no of their own. */
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
        Place place = place(step, gate);
        boolean isOnly = answers.size() == 1;
        if (answers.stream().anyMatch(answer -> !isOnly || decides(answer.asType()))
                && gate.opening().containsAll(answers)) {
            String text = "Every answer to '" + gate.interrupt().text() + "' opens this gate ("
                    + TypeText.list(answers)
                    + "), also a refusal, so it proves nothing. "
                    + (isOnly ? "Answer with a sealed interface instead, one record for each decision. " : "")
                    + "Name only the answers that allow '" + step.name() + "'.";
            report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text, place));
            return;
        }
        for (TypeElement answer : gate.opening()) {
            VariableElement decision = decision(answer);
            if (decision != null) {
                report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text(step, answer, decision), place));
                return;
            }
        }
    }

    /** Where the answers are named. */
    private static Place place(StepModel step, Gate gate) {
        AnsweredParameter answered = step.answered();
        return answered != null
                ? answered.parameter().place()
                : Objects.requireNonNullElse(
                        gate.answerPlace(), gate.interrupt().place());
    }

    private static String text(StepModel step, TypeElement answer, VariableElement decision) {
        String refuses = constants(decision.asType()) == 2 ? "' stands for a no" : "' says no";
        return answer.getSimpleName() + " opens this gate, even if its '" + decision.getSimpleName() + refuses
                + ". Make each decision a record of its own below a sealed interface, and name only those that"
                + " allow '" + step.name() + "'. If '" + decision.getSimpleName()
                + "' decides nothing, write @SuppressWarnings(\"stepgraph:OpenGate\") on '" + step.name() + "'.";
    }

    /** The field with which an answer can say yes or no; null if it has none. */
    private static @Nullable VariableElement decision(TypeElement answer) {
        return answer.getKind() == ElementKind.ENUM
                ? null
                : Supertypes.of(answer).values().stream()
                        .filter(type -> !JdkTypes.contain(type))
                        .flatMap(type -> JacksonHints.plainFields(type).stream())
                        .filter(field -> decides(field.asType()))
                        .findFirst()
                        .orElse(null);
    }

    /** An enum of more than two constants counts as a detail of the decision. */
    private static boolean decides(TypeMirror type) {
        return type.getKind() == TypeKind.BOOLEAN || isBoolean(type) || constants(type) == 2;
    }

    private static boolean isBoolean(TypeMirror type) {
        return type instanceof DeclaredType declared
                && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals("java.lang.Boolean");
    }

    private static long constants(TypeMirror type) {
        return type instanceof DeclaredType declared
                ? declared.asElement().getEnclosedElements().stream()
                        .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                        .count()
                : 0;
    }
}
