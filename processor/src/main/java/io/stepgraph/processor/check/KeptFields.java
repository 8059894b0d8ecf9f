package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CallModel.Shape;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** A value has no more fields than the type of the state or input as which it is stored. */
final class KeptFields implements Check {

    private final TypeRelations types;

    KeptFields(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Returned returned = step.returned();
            if (returned.kind() == Kind.STATE) {
                check(returned.type(), agent.state(), "the state", returned.place(), report);
            } else if (returned.kind() == Kind.INPUT_FOR_NEXT) {
                StepModel next = agent.step(step.next().get(0).text());
                check(returned.type(), next, returned.place(), report);
            }
            InterruptModel asked = step.interrupt();
            CallModel call = step.call();
            AgentModel called = call == null ? null : call.only();
            if (call != null && called != null && called.startInput() == null) {
                TypeMirror start = call.shape() == Shape.LIST ? types.element(returned.type()) : returned.type();
                String role = "the state of '" + call.agents().get(0).name().text() + "'";
                if (start != null) {
                    check(start, called.state(), role, returned.place(), report);
                }
            }
            TypeMirror result = call == null || call.shape() != Shape.ONE ? null : call.result();
            if (call != null && result != null) {
                for (CallModel.Taker taker : call.takers()) {
                    StepModel target = agent.steps().get(taker.step());
                    step.placeOfNext(target.name()).ifPresent(place -> check(result, target, place, report));
                }
            }
            if (asked != null) {
                for (AnswerVariant answer : asked.leaves()) {
                    for (int taker : answer.takers()) {
                        check(answer.type(), agent.steps().get(taker), answer.declared(), report);
                    }
                }
            }
        }
    }

    private void check(TypeMirror value, @Nullable StepModel next, Place place, Consumer<Diagnostic> report) {
        Parameter input = next == null ? null : next.input();
        if (next != null && input != null) {
            check(value, input.type(), "the input of '" + next.name() + "'", place, report);
        }
    }

    private void check(
            TypeMirror value, @Nullable TypeMirror stored, String role, Place place, Consumer<Diagnostic> report) {
        if (stored == null || !types.isSubtype(value, stored)) {
            return;
        }
        VariableElement lost = lost(value, stored);
        if (lost != null) {
            Name holder = ((DeclaredType) stored).asElement().getSimpleName();
            String text = TypeText.of(value) + " cannot be stored: " + role + " is stored as " + TypeText.of(stored)
                    + ", without the field '" + lost.getSimpleName() + "'. Make " + holder
                    + " sealed, so that each subclass is stored with its own fields.";
            report.accept(new Diagnostic(DiagnosticId.UNSTORABLE_TYPE, text, place));
        }
    }

    /**
     * The first field between a class and one of its superclasses; null if there is none, or if Jackson is told more.
     */
    private static @Nullable VariableElement lost(TypeMirror value, TypeMirror stored) {
        if (!(stored instanceof DeclaredType declared) || !isPlain((TypeElement) declared.asElement())) {
            return null;
        }
        TypeMirror type = value;
        while (type instanceof DeclaredType below && !below.asElement().equals(declared.asElement())) {
            TypeElement element = (TypeElement) below.asElement();
            for (VariableElement field : JacksonHints.plainFields(element)) {
                if (!isHinted(field.asType())) {
                    return field;
                }
            }
            type = element.getSuperclass();
        }
        return null;
    }

    /** Whether only the declared type says how its values are stored. Open types are reported anyway. */
    private static boolean isPlain(TypeElement type) {
        return !type.getModifiers().contains(Modifier.SEALED)
                && !Storability.isOpen(type)
                && !JdkTypes.contain(type)
                && !JacksonHints.areOn(type);
    }

    private static boolean isHinted(TypeMirror type) {
        return type instanceof DeclaredType declared && JacksonHints.areOn((TypeElement) declared.asElement());
    }
}
