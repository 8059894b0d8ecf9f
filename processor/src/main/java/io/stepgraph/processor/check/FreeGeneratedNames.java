package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.TakenName;
import java.util.function.Consumer;

/** The project leaves the names of the generated types alone. */
final class FreeGeneratedNames implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        TakenName taken = agent.surroundings().taken();
        if (taken != null) {
            report.accept(new Diagnostic(DiagnosticId.GENERATED_NAME_TAKEN, text(agent, taken), agent.place()));
        }
    }

    private static String text(AgentModel agent, TakenName taken) {
        return taken.isGenerated()
                ? "The sources to compile include " + taken.name() + ", which an earlier build generated for "
                        + agent.simpleName() + ". Remove the folder of generated sources from them: look for it in"
                        + " build-helper-maven-plugin, in the source folders of the IDE, and in the files given to javac."
                        + " If the file is a copy, delete it."
                : "There is a type " + taken.name() + " already, and the one generated for " + agent.simpleName()
                        + " would have the same name. Rename one of the two.";
    }
}
