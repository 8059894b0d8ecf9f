package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.AnsweredParameter;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.read.AnswerVariants;
import io.stepgraph.processor.read.TypeRelations;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/** An {@code Answered} is that of the step's gate: it has the question's type, and an answer that opens the gate. */
final class ProvenAnswers implements Check {

    private final TypeRelations types;

    ProvenAnswers(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            AnsweredParameter answered = step.answered();
            GatedStep gated = agent.gated(step);
            if (answered != null && step.gate() == null) {
                String text = takes(step, answered)
                        + ", but nothing proves that there is such an answer. Add @GatedBy with the interrupt that asks.";
                report.accept(problem(DiagnosticId.NO_SUCH_ANSWER, text, answered));
            } else if (answered != null && gated != null) {
                check(step, answered, gated.gate(), gated.interrupt(), gated.asked(), report);
            }
        }
    }

    private void check(
            StepModel step,
            AnsweredParameter answered,
            Gate gate,
            StepModel interrupt,
            InterruptModel interruptModel,
            Consumer<Diagnostic> report) {
        TypeMirror question = answered.question();
        TypeMirror answer = answered.answer();
        TypeMirror asked = interrupt.returned().type();
        if (question == null || answer == null) {
            String text = takes(step, answered) + ", which leaves open what was asked and answered. Take "
                    + AnsweredText.of(step, interrupt) + ".";
            report.accept(problem(DiagnosticId.NO_SUCH_ANSWER, text, answered));
        } else if (types.differ(question, asked) && !TypeRelations.isVoid(asked)) {
            String text = "'" + interrupt.name() + "' asks " + TypeText.of(asked, question) + ", but "
                    + takes(step, answered) + ". Take " + AnsweredText.of(step, interrupt) + ".";
            report.accept(problem(DiagnosticId.NO_SUCH_ANSWER, text, answered));
        } else if (gate.opening().isEmpty() && isKnown(interruptModel)) {
            String text = reason(answer, interrupt, interruptModel, answered) + " Take " + AnsweredText.ofAny(interrupt)
                    + " with an answer: " + list(interruptModel) + ".";
            report.accept(problem(DiagnosticId.NO_SUCH_ANSWER, text, answered));
        } else {
            notPassed(step, answered, interrupt, interruptModel, report);
        }
    }

    /** Reports an input that nothing passes on, because the step takes the answer by its {@code Answered}. */
    private static void notPassed(
            StepModel step,
            AnsweredParameter answered,
            StepModel interrupt,
            InterruptModel interruptModel,
            Consumer<Diagnostic> report) {
        Parameter input = step.input();
        boolean isTaker =
                interruptModel.leaves().stream().anyMatch(leaf -> leaf.takers().contains(step.index()));
        if (input == null || step.isExactly() || !isTaker) {
            return;
        }
        for (Name next : interrupt.next()) {
            if (next.text().equals(step.name())) {
                String text = "'" + step.name() + "' takes " + TypeText.of(input.type()) + ", but '" + interrupt.name()
                        + "' passes none on: '" + answered.parameter().name() + "' holds its answer. Remove '"
                        + input.name() + "'.";
                report.accept(new Diagnostic(DiagnosticId.MISSING_INPUT, text, next.place()));
                return;
            }
        }
    }

    private static String reason(
            TypeMirror answer, StepModel interrupt, InterruptModel interruptModel, AnsweredParameter answered) {
        if (TypeRelations.isExpired(answer)) {
            return "Expired never opens a gate, because it is no answer.";
        }
        List<TypeElement> answers =
                interruptModel.leaves().stream().map(AnswerVariant::element).toList();
        AnswerVariants divided = AnswerVariants.of(
                List.of(new TypeUse(answer, answered.parameter().place())));
        boolean includesAnswers =
                divided.leaves().stream().map(AnswerVariant::element).anyMatch(answers::contains);
        String other = divided.leaves().stream()
                .map(AnswerVariant::element)
                .filter(leaf -> includesAnswers && !answers.contains(leaf))
                .findFirst()
                .map(leaf -> leaf.getSimpleName() + ", a kind of " + TypeText.of(answer) + ",")
                .orElse(TypeText.of(answer));
        return other + " is no answer of '" + interrupt.name() + "'.";
    }

    private static String list(InterruptModel interruptModel) {
        return TypeText.list(interruptModel.leaves().stream()
                .filter(leaf -> !TypeRelations.isExpired(leaf.type()))
                .map(AnswerVariant::element)
                .toList());
    }

    /** Whether all answers are, so that a missing one is no other mistake. */
    private boolean isKnown(InterruptModel interruptModel) {
        return !interruptModel.leaves().isEmpty()
                && interruptModel.open().isEmpty()
                && interruptModel.answers().stream().noneMatch(answer -> types.isUnknown(answer.type()));
    }

    private static String takes(StepModel step, AnsweredParameter answered) {
        return "'" + step.name() + "' takes " + TypeText.of(answered.parameter().type());
    }

    private static Diagnostic problem(DiagnosticId id, String text, AnsweredParameter answered) {
        return new Diagnostic(id, text, answered.parameter().place());
    }
}
