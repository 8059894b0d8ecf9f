package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.HeldTypes;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeParts;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** The types that are stored with a run: those in the signatures, and what they hold, each once. */
final class Reachable {

    private final Set<TypeElement> seen = new HashSet<>();
    private final BiConsumer<TypeElement, Place> visitor;

    private Reachable(BiConsumer<TypeElement, Place> visitor) {
        this.visitor = visitor;
    }

    /** Visits each type with the place by which it is first reached. The JDK's own are passed through. */
    static void visit(AgentModel agent, BiConsumer<TypeElement, Place> visitor) {
        Reachable reachable = new Reachable(visitor);
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            if (asked != null) {
                asked.answers().forEach(answer -> reachable.from(answer.type(), answer.place()));
                asked.replies()
                        .forEach(reply ->
                                reachable.from(reply.type(), reply.message().declared()));
            }
            if (step.returned().kind() != Kind.NEXT_CLASS && step.returned().kind() != Kind.STARTS) {
                reachable.from(step.returned().type(), step.returned().place());
            }
            reachable.from(step.signature().state());
            reachable.from(step.input());
            Parameter context = step.signature().context();
            TypeMirror customEvent = step.signature().customEvent();
            if (context != null && customEvent != null) {
                reachable.from(customEvent, context.place());
            }
        }
    }

    private void from(@Nullable Parameter parameter) {
        if (parameter != null) {
            from(parameter.type(), parameter.place());
        }
    }

    private void from(TypeMirror type, Place place) {
        ArrayDeque<TypeMirror> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            TypeParts.declared(open.remove()).forEach(next -> {
                TypeElement element = (TypeElement) next.asElement();
                if (next.getKind() == TypeKind.DECLARED && seen.add(element) && !isOfTheJdk(element)) {
                    visitor.accept(element, place);
                    open.addAll(HeldTypes.of(element));
                }
            });
        }
    }

    private static boolean isOfTheJdk(TypeElement element) {
        String name = element.getQualifiedName().toString();
        return name.startsWith("java.") || name.startsWith("javax.");
    }
}
