package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import java.util.function.Consumer;

/** The code generated for the graph is small enough for Java to compile. */
final class CompilableSize implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        int size = agent.size();
        if (size > AgentModel.LARGEST) {
            int steps = agent.steps().size();
            String what =
                    size == steps ? steps + " steps" : steps + " steps and " + (size - steps) + " kinds of answer";
            String text = agent.simpleName() + " has " + what + ", but Java can compile the generated code only up to "
                    + AgentModel.LARGEST + " steps and kinds of answer together. Split it into several agents.";
            report.accept(new Diagnostic(DiagnosticId.GRAPH_TOO_LARGE, text, agent.place()));
        }
    }
}
