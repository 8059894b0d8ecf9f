package io.stepgraph.processor.check;

import com.sun.source.tree.ExpressionTree;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** A step that makes a new state returns it. */
final class ReturnedState {

    private static final String BEFORE = "Do this in a step before, which returns it.";

    private ReturnedState() {}

    static void check(Body body) {
        StepModel step = body.step;
        Parameter state = step.signature().state();
        ExpressionTree assigned = state == null ? null : body.assigned.get(state.name());
        String fix = state == null || assigned == null ? null : fix(body, state);
        if (state != null && assigned != null && fix != null) {
            String text = "'" + state.name() + "' gets a new value, but '" + step.name()
                    + "' does not return it, so the run keeps the state as it was. " + fix;
            body.report(DiagnosticId.LOST_ASSIGNMENT, text, assigned);
        }
    }

    /** Null if the new value is returned, or if it may be meant only for what is returned in place of the state. */
    private static @Nullable String fix(Body body, Parameter state) {
        if (body.step.failsOnly()) {
            return before(body, state);
        }
        return switch (body.step.returned().kind()) {
            case VOID ->
                body.step.isWait() || body.step.isInterrupt()
                        ? BEFORE
                        : "Return it: " + TypeText.of(state.type()) + " " + body.step.name() + "(…).";
            case NEXT_CLASS ->
                body.called.stream().anyMatch(method -> mayChoose(method, body.step))
                        ? null
                        : "Add .with(" + state.name() + ") to what it returns.";
            case INPUT_FOR_NEXT, RESULT, QUESTION, TIME, STARTS -> before(body, state);
            case STATE, OTHER -> null;
        };
    }

    private static @Nullable String before(Body body, Parameter state) {
        return body.returned.contains(state.name()) ? null : BEFORE;
    }

    /**
     * Whether a method may give a {@code Next} with a state, as {@code with} does, and the static factories in it do
     * not.
     */
    private static boolean mayChoose(ExecutableElement method, StepModel step) {
        Element next = ((DeclaredType) step.returned().type()).asElement();
        boolean isFactory =
                method.getModifiers().contains(Modifier.STATIC) && next.equals(method.getEnclosingElement());
        return method.getReturnType() instanceof DeclaredType given
                ? given.asElement().equals(next) && !isFactory
                : method.getReturnType().getKind() == TypeKind.TYPEVAR;
    }
}
