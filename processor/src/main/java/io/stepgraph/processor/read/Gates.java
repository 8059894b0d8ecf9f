package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.function.Predicate;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Finds the answers that open a gate. */
final class Gates {

    private final TypeRelations types;

    Gates(TypeRelations types) {
        this.types = types;
    }

    Gate resolve(int index, StepModel step, Gate written, @Nullable InterruptModel interruptModel) {
        boolean isNext = interruptModel != null
                && interruptModel.leaves().stream()
                        .anyMatch(leaf -> leaf.takers().contains(index));
        Predicate<AnswerVariant> opens = !written.answers().isEmpty()
                ? leaf -> written.answers().stream().anyMatch(answer -> types.isSubtype(leaf.type(), answer.type()))
                // Of several next steps that take an answer, one gets it.
                : isNext ? leaf -> leaf.takers().contains(index) : leaf -> types.takes(step.input(), leaf.type());
        List<TypeElement> opening = interruptModel == null
                ? List.of()
                : interruptModel.leaves().stream()
                        .filter(leaf -> !TypeRelations.isExpired(leaf.type()) && opens.test(leaf))
                        .map(AnswerVariant::element)
                        .toList();
        return new Gate(written.interrupt(), written.answers(), opening, written.place(), written.answerPlace());
    }
}
