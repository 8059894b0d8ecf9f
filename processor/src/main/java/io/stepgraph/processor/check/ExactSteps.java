package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GatedStep;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An {@code exactly} step takes the answered question and the context only, and gives the run no new state. */
final class ExactSteps implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            if (step.isExactly() && step.gate() != null && agent.guarding(step) != null) {
                String text = "'" + step.name() + "' is exactly, but the call '"
                        + step.gate().interrupt().text() + "' shows nothing to a person. Leave out exactly.";
                report.accept(
                        new Diagnostic(DiagnosticId.NOT_EXACT, text, step.gate().place()));
            }
        }
        for (GatedStep gated : agent.gated()) {
            if (gated.gate().exactly()) {
                parameters(gated.step(), gated.interrupt(), report);
                returned(gated.step(), gated.interrupt(), report);
                otherAnswer(agent, gated.step(), gated.interrupt(), report);
            }
        }
    }

    private static void parameters(StepModel step, StepModel interrupt, Consumer<Diagnostic> report) {
        boolean takesAnswered = step.answered() != null;
        Parameter other = Stream.of(step.signature().state(), step.input())
                .flatMap(Stream::<Parameter>ofNullable)
                .findFirst()
                .orElse(null);
        if (other != null) {
            String text = mustDo(step, interrupt) + ", but it " + (takesAnswered ? "also " : "") + "takes "
                    + TypeText.of(other.type()) + ", which may have changed since. "
                    + (takesAnswered
                            ? "Remove '" + other.name() + "'"
                            : "Take " + AnsweredText.of(step, interrupt) + " instead of '" + other.name() + "'")
                    + ", and put what the step needs into " + AnsweredText.question(interrupt)
                    + ", or leave out exactly.";
            report.accept(new Diagnostic(DiagnosticId.NOT_EXACT, text, other.place()));
        } else if (!takesAnswered) {
            String text = "'" + step.name() + "' is exactly, but does not take the question. Add "
                    + AnsweredText.of(step, interrupt) + ".";
            report.accept(new Diagnostic(DiagnosticId.NOT_EXACT, text, step.place()));
        }
    }

    private static void returned(StepModel step, StepModel interrupt, Consumer<Diagnostic> report) {
        if (step.returned().kind() == Returned.Kind.STATE) {
            String text = mustDo(step, interrupt) + ", but it returns a new state, "
                    + TypeText.of(step.returned().type()) + ". Return void or a result, or leave out exactly.";
            report.accept(
                    new Diagnostic(DiagnosticId.NOT_EXACT, text, step.returned().place()));
        }
    }

    /** Its one {@code Answered} is that of its gate, so it cannot take the answer to another interrupt. */
    private static void otherAnswer(
            AgentModel agent, StepModel step, StepModel interrupt, Consumer<Diagnostic> report) {
        for (StepModel other : agent.steps()) {
            if (other.isInterrupt() && other.index() != interrupt.index()) {
                other.placeOfNext(step.name())
                        .ifPresent(place -> report.accept(otherAnswer(step, interrupt, other, place)));
            }
        }
    }

    private static Diagnostic otherAnswer(StepModel step, StepModel interrupt, StepModel other, Place place) {
        String text = mustDo(step, interrupt) + ", so it cannot take the answer to '" + other.name()
                + "' as well. Lead '" + other.name() + "' to a step that takes it and goes on to '" + step.name()
                + "', or leave out exactly.";
        return new Diagnostic(DiagnosticId.NOT_EXACT, text, place);
    }

    static String mustDo(StepModel step, StepModel interrupt) {
        return "'" + step.name() + "' must do exactly what '" + interrupt.name() + "' showed";
    }
}
