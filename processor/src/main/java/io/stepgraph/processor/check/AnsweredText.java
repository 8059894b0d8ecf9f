package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.AnsweredParameter;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import javax.lang.model.type.TypeMirror;

/** Writes the {@code Answered} that a step should take: {@code Answered<Question, Approved>}. */
final class AnsweredText {
    private static final String ANY = "…";

    private AnsweredText() {}

    static String of(StepModel step, StepModel interrupt) {
        return of(interrupt, answer(step, interrupt));
    }

    /** Returns the same text for an interrupt whose answer type the user is still to choose. */
    static String ofAny(StepModel interrupt) {
        return of(interrupt, ANY);
    }

    private static String of(StepModel interrupt, String answer) {
        return "Answered<" + question(interrupt) + ", " + answer + ">";
    }

    static String question(StepModel interrupt) {
        TypeMirror question = interrupt.returned().type();
        return TypeRelations.isVoid(question) ? ANY : TypeText.of(question);
    }

    private static String answer(StepModel step, StepModel interrupt) {
        Gate gate = step.gate();
        AnsweredParameter answered = step.answered();
        if (gate == null || gate.opening().isEmpty()) {
            return likely(interrupt);
        }
        Parameter input = step.input();
        if (answered != null && answered.answer() != null) {
            return TypeText.of(answered.answer());
        }
        if (gate.answers().size() == 1) {
            return TypeText.of(gate.answers().get(0).type());
        }
        if (gate.opening().size() == 1) {
            return TypeText.list(gate.opening());
        }
        return gate.answers().isEmpty() && input != null ? TypeText.of(input.type()) : ANY;
    }

    /** An answer that no other step takes, else the first. */
    private static String likely(StepModel interrupt) {
        InterruptModel asked = interrupt.interrupt();
        List<AnswerVariant> answers = asked == null ? List.of() : asked.leaves();
        return answers.stream()
                .filter(answer -> answer.takers().isEmpty())
                .findFirst()
                .or(() -> answers.stream().findFirst())
                .map(answer -> answer.element().getSimpleName().toString())
                .orElse(ANY);
    }
}
