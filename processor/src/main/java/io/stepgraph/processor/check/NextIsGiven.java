package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** {@code next} names something, and nothing twice. */
final class NextIsGiven implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            Place place = step.nextPlace();
            if (step.next().isEmpty() && place != null) {
                report.accept(new Diagnostic(DiagnosticId.EMPTY_NEXT, empty(step), place));
            }
            Set<String> seen = new HashSet<>();
            for (Name name : step.next()) {
                if (!seen.add(name.text())) {
                    String text = name.shown() + " is a next step of '" + step.name() + "' already. Remove the second.";
                    report.accept(new Diagnostic(DiagnosticId.DUPLICATE_NEXT, text, name.place()));
                }
            }
        }
    }

    private static String empty(StepModel step) {
        return "'" + step.name() + "' leads nowhere: its next is empty. Name "
                + (step.isInterrupt()
                        ? "the steps that take its answers."
                        : step.isCall()
                                ? "the step that takes the results."
                                : "a step, or END if the run is done after it.");
    }
}
