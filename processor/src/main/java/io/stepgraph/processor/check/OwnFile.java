package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Enclosing;
import java.util.function.Consumer;

/** The class around an agent has a file of its own name, where javac looks for it when it compiles generated code. */
final class OwnFile implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        String file = agent.surroundings().foreignFile();
        if (file == null || agent.surroundings().taken() != null || UsableOwner.reason(agent.type()) != null) {
            return;
        }
        String outer = Enclosing.outermost(agent.type()).getSimpleName().toString();
        String text = agent.simpleName() + " is nested in " + outer + ", which is an auxiliary class of " + file
                + ": javac may not find it when it compiles another file, and warns (-Xlint:auxiliaryclass) wherever"
                + " generated code names it. Move " + outer + " to " + outer + ".java.";
        report.accept(new Diagnostic(DiagnosticId.AUXILIARY_AGENT, text, agent.place()));
    }
}
