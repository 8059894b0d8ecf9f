package io.stepgraph.processor.check;

import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Supertypes;
import io.stepgraph.processor.read.TypeRelations;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** An approval performs one thing, and of a type that says what it is. */
final class MarkedActions implements Check {

    private static final String UNCLEAR =
            ", which does not say what is performed. Mark a record, a sealed type, or a List of these.";

    private final Types types;

    MarkedActions(Types types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        StoredWalk stored = new StoredWalk(agent.type(), types);
        Set<String> seen = new HashSet<>();
        for (StepModel step : agent.steps()) {
            List<ActionMark> marks = step.interrupt() == null || step.isMailbox()
                    ? List.of()
                    : step.interrupt().actions();
            for (ActionMark mark : marks) {
                if (seen.add(mark.of() + "." + mark.component())) {
                    one(mark, marks, report);
                    action(mark, stored, report);
                }
            }
        }
        agent.gated().stream().filter(gated -> gated.gate().exactly()).forEach(gated -> whole(gated, stored, report));
    }

    /** Reported at the second mark of a record. */
    private static void one(ActionMark mark, List<ActionMark> all, Consumer<Diagnostic> report) {
        List<ActionMark> marks =
                all.stream().filter(each -> each.of().equals(mark.of())).toList();
        if (marks.indexOf(mark) == 1) {
            String text = mark.of().getSimpleName() + " marks " + (marks.size() == 2 ? "two" : marks.size())
                    + " components with @Action ("
                    + marks.stream().map(ActionMark::component).collect(Collectors.joining(", "))
                    + "). One approval performs one thing: mark one, or make them a list.";
            report.accept(new Diagnostic(DiagnosticId.AMBIGUOUS_ACTION, text, mark.place()));
        }
    }

    private static void action(ActionMark mark, StoredWalk stored, Consumer<Diagnostic> report) {
        boolean isList = mark.type() instanceof DeclaredType type
                && ((TypeElement) type.asElement()).getQualifiedName().contentEquals("java.util.List")
                && !type.getTypeArguments().isEmpty();
        StoredUse whole = StoredUse.root(mark.type());
        StoredUse use = isList ? stored.below(whole).get(0) : whole;
        String flaw = flaw(use, mark.ofQuestion() ? "question" : "answer", stored);
        if (flaw != null) {
            String text = "'" + mark.component() + "' is "
                    + (isList ? "a list of " + TypeText.of(use.type()) : TypeText.a(use.type())) + flaw;
            report.accept(new Diagnostic(DiagnosticId.BAD_ACTION, text, mark.place()));
        }
    }

    /** A step that does exactly what the question showed has the whole question as its action, if nothing is marked. */
    private static void whole(GatedStep gated, StoredWalk stored, Consumer<Diagnostic> report) {
        boolean isMarked = gated.asked().actions().stream()
                .anyMatch(mark -> mark.ofQuestion() || gated.gate().opening().contains(mark.of()));
        StoredUse question = StoredUse.root(gated.interrupt().returned().type());
        if (!isMarked && flaw(question, "question", stored) != null) {
            gated.step().effects().stream().filter(Name::isNamed).findFirst().ifPresent(effect -> {
                String text = "'" + gated.interrupt().name() + "' asks " + TypeText.a(question.type())
                        + ", which is no action, so '" + gated.step().name() + "' cannot perform '" + effect.text()
                        + "' exactly as it was shown. Ask a record, and mark what is performed with @Action.";
                report.accept(new Diagnostic(DiagnosticId.BAD_ACTION, text, effect.place()));
            });
        }
    }

    /**
     * Why values of this type are no actions, as the rest of a sentence; null if they are, or if that is reported
     * elsewhere.
     */
    private static @Nullable String flaw(StoredUse use, String where, StoredWalk stored) {
        TypeElement type = use.type() instanceof DeclaredType declared ? (TypeElement) declared.asElement() : null;
        if (TypeRelations.isVoid(use.type()) || stored.why(use) != null || (type != null && isAction(type))) {
            return null;
        }
        boolean isScalar = type == null
                ? use.type().getKind().isPrimitive()
                : type.getKind() == ElementKind.ENUM
                        || (JdkTypes.contain(type) && type.getTypeParameters().isEmpty() && !JdkTypes.isUntyped(type));
        return isScalar ? ", which may stand anywhere in the " + where + ". Mark a record." : UNCLEAR;
    }

    /**
     * Whether its values say what is performed: also one without components, where the name of a leaf is stored with
     * it.
     */
    private static boolean isAction(TypeElement type) {
        return !JdkTypes.contain(type)
                && type.getKind() != ElementKind.ENUM
                && !Storability.isCollection(Supertypes.of(type).keySet())
                && !Storability.isOpen(type)
                && (type.getModifiers().contains(Modifier.SEALED) || hasFields(type) || JacksonHints.areOn(type));
    }

    private static boolean hasFields(TypeElement type) {
        return Supertypes.of(type).values().stream()
                .filter(above -> !JdkTypes.contain(above))
                .flatMap(above -> ElementFilter.fieldsIn(above.getEnclosedElements()).stream())
                .anyMatch(field -> !field.getModifiers().contains(Modifier.STATIC));
    }
}
