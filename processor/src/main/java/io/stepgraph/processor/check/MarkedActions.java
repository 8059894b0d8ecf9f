package io.stepgraph.processor.check;

import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
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
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** An approval performs one thing, and of a type that says what it is. */
final class MarkedActions implements Check {

    private static final String ANY = ", which may be of any type. Mark a record or a sealed type.";
    private static final String SEVERAL = ". Mark a record, or a List of records.";
    private static final String EMPTY =
            ", which is stored like any other type without components. Add a component," + " or mark a sealed type.";

    private final Types types;

    MarkedActions(Types types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        StoredWalk stored = new StoredWalk(agent.type(), types);
        Set<String> seen = new HashSet<>();
        for (StepModel step : agent.steps()) {
            List<ActionMark> marks =
                    step.interrupt() == null ? List.of() : step.interrupt().actions();
            for (ActionMark mark : marks) {
                if (seen.add(mark.of() + "." + mark.component())) {
                    one(mark, marks, report);
                    action(mark, stored, report);
                }
            }
            whole(agent, step, stored, report);
        }
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
        StoredUse component = StoredUse.root(mark.type());
        StoredUse use = isList(mark.type())
                ? component.element(
                        ((DeclaredType) mark.type()).getTypeArguments().get(0))
                : component;
        boolean isReported = stored.why(use) != null; // as a type that cannot be stored
        String flaw = isReported ? null : flaw(use.type(), mark.ofQuestion() ? "question" : "answer");
        if (flaw != null) {
            String text = "'" + mark.component() + "' is "
                    + (use.equals(component) ? article(use.type()) : "a list of ") + TypeText.of(use.type()) + flaw;
            report.accept(new Diagnostic(DiagnosticId.BAD_ACTION, text, mark.place()));
        }
    }

    /** A step that does exactly what the question showed has the whole question as its action, if nothing is marked. */
    private static void whole(AgentModel agent, StepModel step, StoredWalk stored, Consumer<Diagnostic> report) {
        Gate gate = step.gate();
        StepModel interrupt = gate == null ? null : agent.step(gate.interrupt().text());
        InterruptModel interruptModel = interrupt == null ? null : interrupt.interrupt();
        if (gate == null
                || !gate.exactly()
                || interrupt == null
                || interruptModel == null
                || interruptModel.actions().stream()
                        .anyMatch(mark -> mark.ofQuestion() || gate.opening().contains(mark.of()))) {
            return;
        }
        TypeMirror question = interrupt.returned().type();
        boolean isReported = TypeRelations.isVoid(question) || stored.why(StoredUse.root(question)) != null;
        if (!isReported && flaw(question, "question") != null) {
            step.effects().stream().filter(Name::isNamed).findFirst().ifPresent(effect -> {
                String text = "'" + interrupt.name() + "' asks " + article(question) + TypeText.of(question)
                        + ", which is no action, so '" + step.name() + "' cannot perform '" + effect.text()
                        + "' exactly as it was shown. Ask a record, and mark what is performed with @Action.";
                report.accept(new Diagnostic(DiagnosticId.BAD_ACTION, text, effect.place()));
            });
        }
    }

    private static boolean isList(TypeMirror type) {
        return type instanceof DeclaredType list
                && list.getTypeArguments().size() == 1
                && ((TypeElement) list.asElement()).getQualifiedName().contentEquals("java.util.List");
    }

    /** Why values of this type are no actions, as the rest of a sentence; null if they are. */
    private static @Nullable String flaw(TypeMirror type, String where) {
        if (type.getKind() == TypeKind.DECLARED) {
            return flaw((TypeElement) ((DeclaredType) type).asElement(), where);
        }
        return switch (type.getKind()) {
            case ERROR -> null;
            case ARRAY -> SEVERAL;
            case TYPEVAR, WILDCARD -> ANY;
            default -> anywhere(where);
        };
    }

    private static @Nullable String flaw(TypeElement type, String where) {
        boolean isOfTheJdk = JdkTypes.contain(type);
        if (Storability.isCollection(Supertypes.of(type).keySet())
                || (isOfTheJdk && !type.getTypeParameters().isEmpty())) {
            return SEVERAL;
        }
        if (type.getKind() == ElementKind.ENUM || (isOfTheJdk && !JdkTypes.isUntyped(type))) {
            return anywhere(where);
        }
        if (Storability.isOpen(type) || isOfTheJdk) {
            return ANY;
        }
        return type.getModifiers().contains(Modifier.SEALED) || hasFields(type) || JacksonHints.areOn(type)
                ? null
                : EMPTY;
    }

    private static String anywhere(String where) {
        return ", which may stand anywhere in the " + where + ". Mark a record.";
    }

    private static boolean hasFields(TypeElement type) {
        return Supertypes.of(type).values().stream()
                .filter(above -> !JdkTypes.contain(above))
                .flatMap(above -> ElementFilter.fieldsIn(above.getEnclosedElements()).stream())
                .anyMatch(field -> !field.getModifiers().contains(Modifier.STATIC));
    }

    private static String article(TypeMirror type) {
        return "AEIOaeio".indexOf(TypeText.of(type).charAt(0)) < 0 ? "a " : "an ";
    }
}
