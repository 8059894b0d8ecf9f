package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.ReservedNames;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** No step has a name that the generated classes use themselves. */
final class UnreservedNames implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            String owner = owner(step, agent.names());
            if (owner != null) {
                String text = (step.isInterrupt() ? "An " : "A ") + step.kind() + " cannot be called '" + step.name()
                        + "': " + owner + ". Choose another name.";
                report.accept(new Diagnostic(DiagnosticId.RESERVED_NAME, text, step.place()));
            }
        }
    }

    private static @Nullable String owner(StepModel step, GeneratedNames names) {
        String name = step.name();
        if (ReservedNames.isOfObject(name)) {
            return "every object has a method of that name";
        }
        if (ReservedNames.isOfNext(name)) {
            return "the generated Next classes have their own '" + name + "'";
        }
        boolean hasOutcome = step.isInterrupt() || step.isWait() || step.isCall();
        if (hasOutcome && GeneratedNames.pascal(name).equals(names.graph())) {
            return "the generated class is called " + names.graph()
                    + ", and a class nested in it cannot have the same name";
        }
        return hasOutcome && ReservedNames.isOfOutcome(name)
                ? "the generated Outcome has its own " + GeneratedNames.pascal(name)
                : null;
    }
}
