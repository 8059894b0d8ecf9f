package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.read.Visibility;
import java.util.Set;
import java.util.function.Consumer;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** The agent class can be instantiated, and seen by the generated code beside it. */
final class UsableOwner implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        String reason = reason(agent.type());
        if (reason != null) {
            report.accept(new Diagnostic(DiagnosticId.BAD_OWNER, agent.simpleName() + " " + reason, agent.place()));
        }
    }

    static @Nullable String reason(TypeElement type) {
        Set<Modifier> modifiers = type.getModifiers();
        switch (type.getKind()) {
            case CLASS, RECORD -> {}
            case ENUM -> {
                return "is an enum. Make the agent a class or a record.";
            }
            default -> {
                return "is an interface, and steps are not inherited. Make the agent a class or a record.";
            }
        }
        if (modifiers.contains(Modifier.ABSTRACT)) {
            return "is abstract, and steps are not inherited. Declare the steps in a class that can be instantiated.";
        }
        if (!type.getTypeParameters().isEmpty()) {
            return "is generic, and a stored run could not tell its type arguments. Remove its type parameters.";
        }
        if (type.getNestingKind() == NestingKind.MEMBER && !modifiers.contains(Modifier.STATIC)) {
            return "is an inner class, bound to an object of the class around it. Declare it static.";
        }
        return Visibility.isPrivate(type) ? "cannot be seen by the code generated beside it. Remove 'private'." : null;
    }
}
