package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Name;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Finds the state of a graph: the type that most of its steps take, wherever it stands among their parameters, so that one
 * step with a mistake does not make a mistake of all others. Of several such types it is the one that the start takes first.
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
        long times = 0;
        for (List<TypeMirror> values : taken) {
            for (TypeMirror value : values) {
                long count = taken.stream()
                        .filter(others -> others.stream().anyMatch(other -> types.alike(other, value)))
                        .count();
                if (count > times) {
                    most = value;
                    times = count;
                }
            }
        }
        return most;
    }

    private static List<TypeMirror> values(ExecutableElement method) {
        return method.getParameters().stream()
                .map(parameter -> SignatureReader.type(method, parameter))
                .filter(type -> type.getKind() != TypeKind.VOID && !TypeRelations.isStepContext(type))
                .toList();
    }
}
