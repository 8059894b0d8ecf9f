package io.stepgraph.processor.check;

import io.stepgraph.processor.check.StoredUse.Position;
import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.AnsweredParameter;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Supertypes;
import io.stepgraph.processor.read.TypeRelations;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** No refusal opens the gate: at least one answer does not, and those that do hold no yes or no of their own. */
final class ProvingGates implements Check {

    private static final Set<String> TEXTS = Set.of("java.lang.String", "java.lang.CharSequence");

    private static final Set<String> BOOLEANS =
            Set.of("java.lang.Boolean", "java.util.concurrent.atomic.AtomicBoolean");

    private final Types types;

    ProvingGates(Types types) {
        this.types = types;
    }

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
                check(step, gate, interruptModel, new StoredWalk(agent.type(), types), report);
            }
        }
    }

    private static void check(
            StepModel step, Gate gate, InterruptModel interruptModel, StoredWalk stored, Consumer<Diagnostic> report) {
        List<TypeElement> answers = interruptModel.leaves().stream()
                .filter(leaf -> !TypeRelations.isExpired(leaf.type()))
                .map(AnswerVariant::element)
                .toList();
        boolean isOnly = answers.size() == 1;
        boolean opensAlways = !answers.isEmpty() && gate.opening().containsAll(answers);
        StoredUse only = isOnly && opensAlways ? decision(answers.get(0), interruptModel.actions(), stored) : null;
        if (opensAlways && (!isOnly || (only != null && only.inside().isEmpty()))) {
            String text = "Every answer to '" + gate.interrupt().text() + "' opens this gate ("
                    + TypeText.list(answers)
                    + "), also a refusal, so it proves nothing. "
                    + (isOnly ? "Answer with a sealed interface instead, one record for each decision. " : "")
                    + "Name only the answers that allow '" + step.name() + "'.";
            report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text, place(step, gate)));
        } else if (only != null) {
            String component = only.shown().substring(only.shown().indexOf('.') + 1);
            report.accept(new Diagnostic(
                    DiagnosticId.OPEN_GATE, text(step, answers.get(0), component, only.type()), place(step, gate)));
        } else if (!opensAlways) {
            for (TypeElement answer : gate.opening()) {
                VariableElement field = decision(answer);
                if (field != null) {
                    String text = text(step, answer, field.getSimpleName().toString(), field.asType());
                    report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text, place(step, gate)));
                    return;
                }
            }
        }
    }

    /** Where the only answer there is can say yes or no, nearest first; null if nowhere. What it has performed is no decision. */
    private static @Nullable StoredUse decision(TypeElement answer, List<ActionMark> performed, StoredWalk stored) {
        Queue<StoredUse> open = new ArrayDeque<>(List.of(StoredUse.root(answer.asType())));
        boolean isAlone = true;
        for (StoredUse use = open.remove(); use != null; use = open.poll()) {
            if (decides(use, isAlone)) {
                return use;
            }
            List<StoredUse> below = stored.below(use).stream()
                    .filter(each -> each.position() == Position.DECLARED || each.position() == Position.ELEMENT)
                    .toList();
            isAlone &= below.size() == 1;
            below.stream()
                    .filter(each -> performed.stream()
                            .noneMatch(mark -> each.inside().equals(answer.getSimpleName() + "." + mark.component())))
                    .forEach(open::add);
        }
        return null;
    }

    private static boolean decides(StoredUse use, boolean isAlone) {
        return isBoolean(use.type())
                || constants(use.type()) > 0
                || (isAlone && isAmong(TEXTS, use.type()))
                || (!use.inside().isEmpty()
                        && use.type() instanceof DeclaredType declared
                        && declared.asElement().getModifiers().contains(Modifier.SEALED));
    }

    /** Where the answers are named. */
    private static Place place(StepModel step, Gate gate) {
        AnsweredParameter answered = step.answered();
        return answered != null
                ? answered.parameter().place()
                : Objects.requireNonNullElse(
                        gate.answerPlace(), gate.interrupt().place());
    }

    private static String text(StepModel step, TypeElement answer, String component, TypeMirror type) {
        return answer.getSimpleName() + " opens this gate, even if its '" + component
                + (constants(type) > 0 ? "' stands for a no" : "' says no")
                + ". Make each decision a record of its own below a sealed interface, and name only those that"
                + " allow '" + step.name() + "'. If '" + component
                + "' decides nothing, write @SuppressWarnings(\"stepgraph:OpenGate\") on '" + step.name() + "'.";
    }

    /**
     * The field with which one answer among others can say yes or no; null if it has none. An enum of more than two constants
     * counts as a detail of the decision.
     */
    private static @Nullable VariableElement decision(TypeElement answer) {
        return answer.getKind() == ElementKind.ENUM
                ? null
                : Supertypes.of(answer).values().stream()
                        .filter(type -> !JdkTypes.contain(type))
                        .flatMap(type -> JacksonHints.plainFields(type).stream())
                        .filter(field -> isBoolean(field.asType()) || constants(field.asType()) == 2)
                        .findFirst()
                        .orElse(null);
    }

    private static boolean isBoolean(TypeMirror type) {
        return type.getKind() == TypeKind.BOOLEAN || isAmong(BOOLEANS, type);
    }

    private static boolean isAmong(Set<String> names, TypeMirror type) {
        return type instanceof DeclaredType declared
                && names.contains(
                        ((TypeElement) declared.asElement()).getQualifiedName().toString());
    }

    private static long constants(TypeMirror type) {
        return type instanceof DeclaredType declared
                ? declared.asElement().getEnclosedElements().stream()
                        .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                        .count()
                : 0;
    }
}
