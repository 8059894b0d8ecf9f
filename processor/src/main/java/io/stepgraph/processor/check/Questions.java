package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Returned.Kind;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;

/** An interrupt asks something, or takes messages. */
final class Questions implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            if (step.isInterrupt() && !step.isMailbox() && step.returned().kind() == Kind.VOID) {
                String text = "'" + step.name() + "' returns "
                        + TypeText.of(step.returned().type())
                        + ", so it has to be a mailbox: write mailbox = true, or return a question.";
                report.accept(new Diagnostic(
                        DiagnosticId.VOID_QUESTION, text, step.returned().place()));
            }
        }
    }
}
