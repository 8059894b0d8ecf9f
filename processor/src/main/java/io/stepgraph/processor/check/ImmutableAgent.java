package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Place;
import java.util.function.Consumer;

/** Checks that nothing in an agent changes, since one object serves all runs at once. */
final class ImmutableAgent implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (Place field : agent.surroundings().mutableFields()) {
            String text = "'" + field.element().getSimpleName() + "' is not final, and all runs share one "
                    + agent.simpleName() + ". Make it final, or keep in the state what belongs to one run.";
            report.accept(new Diagnostic(DiagnosticId.MUTABLE_AGENT, text, field));
        }
    }
}
