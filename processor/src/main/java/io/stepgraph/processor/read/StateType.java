package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Finds the state of a graph: the type that most of its steps take first, so that one step with a mistake does not make
 * a mistake of all others. Of several such types it is the one that most steps take anywhere, and then the one that the
 * start takes first.
 */
final class StateType {

    private StateType() {}

    /** Null if no step takes a value. */
    static @Nullable TypeMirror of(TypeElement agent, @Nullable Name start, TypeRelations types) {
        List<List<TypeMirror>> taken = new ArrayList<>();
        for (ExecutableElement method : ElementFilter.methodsIn(agent.getEnclosedElements())) {
            if (Annotations.isStep(method)) {
                boolean isStart = start != null && method.getSimpleName().contentEquals(start.text());
                taken.add(isStart ? 0 : taken.size(), values(method));
            }
        }
        @Nullable TypeMirror most = null;
        long highest = 0;
        for (List<TypeMirror> values : taken) {
            for (TypeMirror value : values) {
                long first = count(taken, others -> types.alike(others.get(0), value));
                long anywhere = count(taken, others -> others.stream().anyMatch(other -> types.alike(other, value)));
                long votes = first * (taken.size() + 1) + anywhere;
                if (votes > highest) {
                    most = value;
                    highest = votes;
                }
            }
        }
        return most;
    }

    private static long count(List<List<TypeMirror>> taken, Predicate<List<TypeMirror>> matches) {
        return taken.stream()
                .filter(values -> !values.isEmpty() && matches.test(values))
                .count();
    }

    private static List<TypeMirror> values(ExecutableElement method) {
        return method.getParameters().stream()
                .map(parameter -> SignatureReader.type(method, parameter))
                .filter(type -> type.getKind() != TypeKind.VOID
                        && !TypeRelations.isStepContext(type)
                        && !TypeRelations.isAnswered(type))
                .toList();
    }
}
