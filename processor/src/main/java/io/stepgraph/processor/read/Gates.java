package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
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

    Gate resolve(StepModel step, Gate written, @Nullable InterruptModel interruptModel) {
        List<TypeElement> opening = interruptModel == null
                ? List.of()
                : interruptModel.leaves().stream()
                        .filter(leaf -> !TypeRelations.isExpired(leaf.type()) && opens(leaf, step, written))
                        .map(AnswerVariant::element)
                        .toList();
        return new Gate(written.interrupt(), written.answers(), opening, written.place(), written.answerPlace());
    }

    private boolean opens(AnswerVariant leaf, StepModel step, Gate gate) {
        Parameter input = step.input();
        List<TypeMirror> openers = !gate.answers().isEmpty()
                ? gate.answers().stream().map(TypeUse::type).toList()
                : input == null ? List.of() : List.of(input.type());
        return openers.stream().anyMatch(opener -> types.isSubtype(leaf.type(), opener));
    }
}
