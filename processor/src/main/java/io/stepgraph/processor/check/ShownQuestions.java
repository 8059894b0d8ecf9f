package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;
import javax.lang.model.util.Types;

/** Who answers is shown the whole question: nothing in it is left out when it is stored. */
final class ShownQuestions implements Check {

    private final Types types;

    ShownQuestions(Types types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            if (step.returned().kind() == Kind.QUESTION) {
                new StoredWalk(agent.type(), types).from(step.returned().type(), (id, text, unnamed) -> {
                    if (id == DiagnosticId.HIDDEN_FIELD) {
                        report.accept(new Diagnostic(id, text, step.returned().place()));
                    }
                });
            }
        }
    }
}
