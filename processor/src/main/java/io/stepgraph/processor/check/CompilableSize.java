package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import java.util.function.Consumer;

/** What is generated for the graph fits into what Java can compile. */
final class CompilableSize implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        int size = agent.size();
        if (size > AgentModel.LARGEST) {
            int steps = agent.steps().size();
            String what =
                    size == steps ? steps + " steps" : steps + " steps and " + (size - steps) + " kinds of answer";
            String text = agent.simpleName() + " has " + what + ", but Java can compile what is generated only up to "
                    + AgentModel.LARGEST + " steps and kinds of answer together. Divide it among several agents.";
            report.accept(new Diagnostic(DiagnosticId.GRAPH_TOO_LARGE, text, agent.place()));
        }
    }
}
