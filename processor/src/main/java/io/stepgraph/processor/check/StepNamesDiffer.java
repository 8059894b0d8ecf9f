package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AgentModel.Clash;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;

/** No two steps share a name, a constant of the enum, or the name of a generated class. */
final class StepNamesDiffer implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (Clash clash : agent.clashing()) {
            report.accept(new Diagnostic(
                    DiagnosticId.NAME_CLASH,
                    text(agent, clash.step(), clash.earlier()),
                    clash.step().place()));
        }
    }

    private static String text(AgentModel agent, StepModel step, StepModel earlier) {
        if (step.name().equals(earlier.name())) {
            return "There is a step '" + step.name()
                    + "' already, and steps are found by name, so they cannot be overloaded. Rename one of them.";
        }
        String both = "'" + step.name() + "' and '" + earlier.name() + "'";
        return step.constant().equals(earlier.constant())
                ? both + " would both be " + step.constant() + " in the enum "
                        + agent.names().steps() + ". Rename one of them."
                : both + " differ only in upper and lower case, and so would the files of their generated classes."
                        + " Rename one of them.";
    }
}
