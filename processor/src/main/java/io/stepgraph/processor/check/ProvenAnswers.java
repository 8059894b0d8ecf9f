package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnsweredParameter;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.InterruptModel;
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
                check(gated, answered, report);
            } else if (answered != null && !step.isExactly() && agent.guarding(step) != null) {
                String text = takes(step, answered) + ", but nobody answers a call. Take its result.";
                report.accept(problem(DiagnosticId.NO_SUCH_ANSWER, text, answered));
            }
        }
    }

    private void check(GatedStep gated, AnsweredParameter answered, Consumer<Diagnostic> report) {
        StepModel step = gated.step();
        StepModel interrupt = gated.interrupt();
        TypeMirror question = answered.question();
        TypeMirror answer = answered.answer();
        TypeMirror shown = interrupt.returned().type();
        if (question == null || answer == null) {
            String text = takes(step, answered) + ", which leaves open what was asked and answered. Take "
                    + AnsweredText.of(step, interrupt) + ".";
            report.accept(problem(DiagnosticId.NO_SUCH_ANSWER, text, answered));
        } else if (types.differ(question, shown) && !TypeRelations.isVoid(shown)) {
            String text = "'" + interrupt.name() + "' asks " + TypeText.of(shown, question) + ", but "
                    + takes(step, answered) + ". Take " + AnsweredText.of(step, interrupt) + ".";
            report.accept(problem(DiagnosticId.NO_SUCH_ANSWER, text, answered));
        } else if (gated.gate().opening().isEmpty() && isKnown(gated.asked())) {
            String text = reason(answer, gated, answered) + " Take " + AnsweredText.ofAny(interrupt)
                    + " with an answer: " + TypeText.list(gated.asked().kinds()) + ".";
            report.accept(problem(DiagnosticId.NO_SUCH_ANSWER, text, answered));
        } else {
            notPassed(gated, answered, report);
        }
    }

    /** Reports an input that nothing passes on, because the step takes the answer by its {@code Answered}. */
    private static void notPassed(GatedStep gated, AnsweredParameter answered, Consumer<Diagnostic> report) {
        StepModel step = gated.step();
        Parameter input = step.input();
        boolean isTaker =
                gated.asked().leaves().stream().anyMatch(leaf -> leaf.takers().contains(step.index()));
        if (input != null && !step.isExactly() && isTaker) {
            String text = "'" + step.name() + "' takes " + TypeText.of(input.type()) + ", but '"
                    + gated.interrupt().name() + "' passes none on: '"
                    + answered.parameter().name()
                    + "' holds its answer. Remove '" + input.name() + "'.";
            gated.interrupt()
                    .placeOfNext(step.name())
                    .ifPresent(place -> report.accept(new Diagnostic(DiagnosticId.MISSING_INPUT, text, place)));
        }
    }

    private static String reason(TypeMirror answer, GatedStep gated, AnsweredParameter answered) {
        if (TypeRelations.isExpired(answer)) {
            return "Expired never opens a gate, because it is no answer.";
        }
        List<TypeElement> answers = gated.asked().kinds();
        TypeUse taken = new TypeUse(answer, answered.parameter().place());
        List<TypeElement> divided = AnswerVariants.of(List.of(taken)).kinds();
        boolean includesAnswers = divided.stream().anyMatch(answers::contains);
        String other = divided.stream()
                .filter(leaf -> includesAnswers && !answers.contains(leaf))
                .findFirst()
                .map(leaf -> leaf.getSimpleName() + ", a kind of " + TypeText.of(answer) + ",")
                .orElse(TypeText.of(answer));
        return other + " is no answer of '" + gated.interrupt().name() + "'.";
    }

    /** Whether all answers are, so that a missing one is no other mistake. */
    private boolean isKnown(InterruptModel asked) {
        return !asked.leaves().isEmpty()
                && asked.open().isEmpty()
                && asked.answers().stream().noneMatch(answer -> types.isUnknown(answer.type()));
    }

    private static String takes(StepModel step, AnsweredParameter answered) {
        return "'" + step.name() + "' takes " + TypeText.of(answered.parameter().type());
    }

    private static Diagnostic problem(DiagnosticId id, String text, AnsweredParameter answered) {
        return new Diagnostic(id, text, answered.parameter().place());
    }
}
