package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import java.util.function.Consumer;

/** The project leaves the names of the generated types alone. */
final class FreeGeneratedNames implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        String taken = agent.surroundings().takenName();
        if (taken != null) {
            String text = "There is a type " + taken + " already, but the one generated for " + agent.simpleName()
                    + " is called so. Rename one of the two.";
            report.accept(new Diagnostic(DiagnosticId.GENERATED_NAME_TAKEN, text, agent.place()));
        }
    }
}
