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
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
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
        Place place =
                Objects.requireNonNullElse(gate.answerPlace(), gate.interrupt().place());
        boolean isOnly = answers.size() == 1;
        if (answers.stream().anyMatch(answer -> !isOnly || isBoolean(answer) || constants(answer) > 1)
                && gate.opening().containsAll(answers)) {
            String text = "Every answer to '" + gate.interrupt().text() + "' opens this gate ("
                    + TypeText.list(answers)
                    + "), a refusal too, so it proves nothing. "
                    + (isOnly ? "Answer with a sealed interface instead, one record for each decision. " : "")
                    + "Name only the answers that allow '" + step.name() + "'.";
            report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text, place));
            return;
        }
        for (TypeElement answer : gate.opening()) {
            VariableElement decision = decision(answer, isOnly);
            if (decision != null) {
                report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text(step, answer, decision), place));
                return;
            }
        }
    }

    private static String text(StepModel step, TypeElement answer, VariableElement decision) {
        return answer.getSimpleName() + " opens this gate, even if its '" + decision.getSimpleName()
                + "' says no. Make each decision a record of its own below a sealed interface, and name only those that"
                + " allow '" + step.name() + "'. If '" + decision.getSimpleName()
                + "' decides nothing, write @SuppressWarnings(\"stepgraph:OpenGate\") on '" + step.name() + "'.";
    }

    /**
     * The field with which an answer can say yes or no; null if it has none. Beside other answers, an enum of more than two
     * constants counts as a detail of the decision.
     */
    private static @Nullable VariableElement decision(TypeElement answer, boolean isOnly) {
        return answer.getKind() == ElementKind.ENUM
                ? null
                : Supertypes.of(answer).values().stream()
                        .filter(type -> !JdkTypes.contain(type))
                        .flatMap(type -> ElementFilter.fieldsIn(type.getEnclosedElements()).stream())
                        .filter(field -> !field.getModifiers().contains(Modifier.STATIC))
                        .filter(field -> decides(field.asType(), isOnly))
                        .findFirst()
                        .orElse(null);
    }

    private static boolean decides(TypeMirror type, boolean isOnly) {
        if (!(type instanceof DeclaredType declared)) {
            return type.getKind() == TypeKind.BOOLEAN;
        }
        TypeElement element = (TypeElement) declared.asElement();
        return isBoolean(element) || constants(element) == 2 || (isOnly && constants(element) > 2);
    }

    private static boolean isBoolean(TypeElement type) {
        return type.getQualifiedName().contentEquals("java.lang.Boolean");
    }

    private static long constants(TypeElement type) {
        return type.getEnclosedElements().stream()
                .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                .count();
    }
}
