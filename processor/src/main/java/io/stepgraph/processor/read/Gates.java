package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.Leaf;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import java.util.List;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Finds the answers that open a gate. */
final class Gates {

    private final TypeRelations types;

    Gates(TypeRelations types) {
        this.types = types;
    }

    Gate resolve(StepModel step, Gate written, @Nullable Asking asking) {
        List<TypeElement> opening = asking == null
                ? List.of()
                : asking.leaves().stream()
                        .filter(leaf -> !TypeRelations.isExpired(leaf.type()) && opens(leaf, step, written))
                        .map(Leaf::element)
                        .toList();
        return new Gate(written.interrupt(), written.answers(), opening, written.place(), written.answerPlace());
    }

    private boolean opens(Leaf leaf, StepModel step, Gate gate) {
        Parameter input = step.input();
        List<TypeMirror> openers = !gate.answers().isEmpty()
                ? gate.answers().stream().map(TypeUse::type).toList()
                : input == null ? List.of() : List.of(input.type());
        return openers.stream().anyMatch(opener -> types.isSubtype(leaf.type(), opener));
    }
}
