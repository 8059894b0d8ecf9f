package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.StepModel;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** The methods can be called by the generated code, as they are. */
final class UsableMethods implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        if (agent.type().getKind().isInterface()) {
            return;
        }
        for (StepModel step : agent.steps()) {
            String reason = reason(step.method());
            if (reason != null) {
                report.accept(new Diagnostic(DiagnosticId.BAD_METHOD, "'" + step.name() + "' " + reason, step.place()));
            }
        }
    }

    /** Says why generated code cannot call a method; null if it can. */
    static @Nullable String reason(ExecutableElement method) {
        Set<Modifier> modifiers = method.getModifiers();
        if (modifiers.contains(Modifier.PRIVATE)) {
            return "cannot be called by the code generated beside it. Remove 'private'.";
        }
        if (modifiers.contains(Modifier.STATIC)) {
            return "is static, but it is called on the agent object. Remove 'static'.";
        }
        if (modifiers.contains(Modifier.ABSTRACT)) {
            return null; // then the class is abstract too, which is the mistake, or the compiler reports it
        }
        if (!method.getTypeParameters().isEmpty()) {
            return "is generic, and generated code could not tell its type arguments. Use concrete types.";
        }
        if (method.isVarArgs()) {
            return "takes a variable number of values, but a step receives one state and one input."
                    + " Declare an array or a list.";
        }
        for (TypeMirror thrown : method.getThrownTypes()) {
            if (thrown.getKind() == TypeKind.TYPEVAR || isThrowable(thrown)) {
                return "throws " + TypeText.of(thrown)
                        + ", so its errors could not be distinguished from failures. Declare the exceptions that it throws.";
            }
        }
        return null;
    }

    private static boolean isThrowable(TypeMirror type) {
        return type instanceof DeclaredType declared
                && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals("java.lang.Throwable");
    }
}
