package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;

/** An interrupt asks something. */
final class Questions implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            if (step.isInterrupt() && step.returned().kind() == Kind.VOID) {
                String text = "'" + step.name() + "' asks nothing: an interrupt returns its question."
                        + " Return what must be seen to answer it, for example a record.";
                report.accept(new Diagnostic(
                        DiagnosticId.VOID_QUESTION, text, step.returned().place()));
            }
        }
    }
}
