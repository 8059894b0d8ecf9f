package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;

/** The start is a step. */
final class KnownStart implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        Name start = agent.start();
        if (start == null || StepNames.isKnown(agent, start.text())) {
            return;
        }
        report.accept(new Diagnostic(DiagnosticId.UNKNOWN_START, text(agent, start), start.place()));
    }

    private static String text(AgentModel agent, Name start) {
        if (agent.steps().isEmpty()) {
            return agent.simpleName() + " has no steps: give a method @Step and name it as the start.";
        }
        if (start.text().isEmpty()) {
            return "A run needs a first step. Name that step as the start.";
        }
        if (start.isExit()) {
            return "A run cannot begin at " + start.shown() + ". Name the step it begins with.";
        }
        return StepNames.unknown(
                agent, start.text(), agent.steps().stream().map(StepModel::name).toList());
    }
}
