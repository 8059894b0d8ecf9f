package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
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

    /** {@code leaves} are the answers of its interrupt or the results of its call. */
    Gate resolve(int index, StepModel step, Gate written, List<AnswerVariant> leaves) {
        List<TypeElement> opening = opening(index, step, written, leaves);
        return new Gate(
                written.interrupt(),
                written.answers(),
                opening,
                written.exactly(),
                written.place(),
                written.answerPlace());
    }

    private List<TypeElement> opening(int index, StepModel step, Gate written, List<AnswerVariant> leaves) {
        if (step.answered() != null) {
            return opening(step.taking(written.interrupt().text()), leaves);
        }
        boolean isNext = leaves.stream().anyMatch(leaf -> leaf.takers().contains(index));
        Predicate<AnswerVariant> opens = !written.answers().isEmpty()
                ? leaf -> written.answers().stream().anyMatch(answer -> types.isSubtype(leaf.type(), answer.type()))
                // Of several next steps that take an answer, one gets it.
                : isNext ? leaf -> leaf.takers().contains(index) : leaf -> types.takes(step.input(), leaf.type());
        return leaves.stream()
                .filter(leaf -> !TypeRelations.isExpired(leaf.type()) && opens.test(leaf))
                .map(AnswerVariant::element)
                .toList();
    }

    /**
     * The leaves of the {@code A} of an {@code Answered}, in the order of the answers; none unless all of them are
     * answers.
     */
    List<TypeElement> opening(@Nullable Parameter answer, List<AnswerVariant> answers) {
        if (answer == null) {
            return List.of();
        }
        AnswerVariants divided = AnswerVariants.of(List.of(new TypeUse(types.boxed(answer.type()), answer.place())));
        List<TypeElement> leaves = divided.kinds();
        List<TypeElement> opening = answers.stream()
                .filter(leaf -> !TypeRelations.isExpired(leaf.type()))
                .map(AnswerVariant::element)
                .filter(leaves::contains)
                .toList();
        boolean isWhole = divided.isComplete() && divided.open().isEmpty() && opening.size() == leaves.size();
        return isWhole ? opening : List.of();
    }
}
