package io.stepgraph.processor.check;

import io.stepgraph.processor.check.StoredUse.Position;
import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.AnsweredParameter;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
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
        for (GatedStep gated : agent.gated()) {
            if (gated.asked().complete()
                    && gated.asked().open().isEmpty()
                    && !gated.gate().opening().isEmpty()) {
                String text = flaw(gated, new StoredWalk(agent.type(), types));
                if (text != null) {
                    report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text, place(gated.step(), gated.gate())));
                }
            }
        }
        for (StepModel step : agent.steps()) {
            CallModel call = agent.guarding(step);
            Gate gate = step.gate();
            if (gate != null && call != null && call.complete()) {
                String text = flaw(step, gate, call, new StoredWalk(agent.type(), types));
                if (text != null) {
                    report.accept(new Diagnostic(DiagnosticId.OPEN_GATE, text, place(step, gate)));
                }
            }
        }
    }

    private static @Nullable String flaw(StepModel step, Gate gate, CallModel call, StoredWalk stored) {
        List<TypeElement> results =
                call.results().stream().map(AnswerVariant::element).toList();
        if (!results.isEmpty() && gate.opening().containsAll(results)) {
            return "Every result of '" + gate.interrupt().text() + "' opens this gate (" + TypeText.list(results)
                    + "), also a refusal, so it proves nothing. Name only those that allow '" + step.name() + "'.";
        }
        boolean isOfOne = call.shape() == CallModel.Shape.ONE && results.isEmpty();
        List<TypeElement> opening = isOfOne && call.result() instanceof DeclaredType result
                ? List.of((TypeElement) result.asElement())
                : gate.opening();
        StoredUse use = decision(opening, stored);
        return use == null ? null : opens(use, "'" + step.name() + "'");
    }

    private static @Nullable String flaw(GatedStep gated, StoredWalk stored) {
        List<TypeElement> answers = gated.asked().kinds();
        List<TypeElement> opening = gated.gate().opening();
        boolean opensAlways = opening.containsAll(answers);
        boolean isOnly = answers.size() == 1;
        StoredUse use = opensAlways
                ? isOnly ? decision(answers.get(0), gated.asked().actions(), stored) : null
                : decision(opening, stored);
        String step = "'" + gated.step().name() + "'";
        if (opensAlways && (!isOnly || (use != null && use.inside().isEmpty()))) {
            return "Every answer to '" + gated.interrupt().name() + "' opens this gate (" + TypeText.list(answers)
                    + "), also a refusal, so it proves nothing. "
                    + (isOnly ? "Answer with a sealed interface instead, one record for each decision. " : "")
                    + "Name only the answers that allow " + step + ".";
        }
        return use == null ? null : opens(use, step);
    }

    /** The flaw of a gate that an answer or a result opens, whatever this part of it says. */
    private static String opens(StoredUse use, String step) {
        String[] place = use.shown().split("\\.", 2);
        return place[0] + " opens this gate, even if its '" + place[1]
                + (constants(use.type()) > 0 ? "' stands for a no" : "' says no")
                + ". Make each decision a record of its own below a sealed interface, and name only those that allow "
                + step + ". If '" + place[1] + "' decides nothing, write @SuppressWarnings(\"stepgraph:OpenGate\") on "
                + step + ".";
    }

    /**
     * Returns the nearest place where the only kind of answer can say yes or no; null if there is none. What it has
     * performed is no decision.
     */
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

    /** Returns the place where the answers are named. */
    private static Place place(StepModel step, Gate gate) {
        AnsweredParameter answered = step.answered();
        return answered != null
                ? answered.parameter().place()
                : Objects.requireNonNullElse(
                        gate.answerPlace(), gate.interrupt().place());
    }

    /**
     * The field with which one answer among others can say yes or no; null if it has none. An enum of more than two
     * constants counts as a detail of the decision.
     */
    private static @Nullable StoredUse decision(List<TypeElement> opening, StoredWalk stored) {
        return opening.stream()
                .flatMap(answer -> stored.below(StoredUse.root(answer.asType())).stream())
                .filter(field -> field.position() == Position.DECLARED)
                .filter(field -> isBoolean(field.type()) || constants(field.type()) == 2)
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
