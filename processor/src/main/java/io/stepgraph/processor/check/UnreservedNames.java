package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.StepModel;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** No step is called like something the generated classes have for themselves. */
final class UnreservedNames implements Check {

    private static final Set<String> OBJECT =
            Set.of("clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    /** Besides its factories, one for each step, a {@code <Method>Next} has these. */
    private static final Set<String> NEXT = Set.of("end", "with");

    /** The methods of the generated clients, {@code Runs}, {@code Machine} and {@code Cases}. */
    private static final Set<String> CLIENT = Set.of(
            "accepts",
            "answer",
            "cancel",
            "cancelled",
            "cases",
            "completed",
            "expire",
            "failed",
            "fork",
            "machine",
            "match",
            "mode",
            "on",
            "outcome",
            "parked",
            "pending",
            "resume",
            "retry",
            "run",
            "runId",
            "snapshot",
            "start",
            "stream",
            "subscribe");

    /** The types nested in the generated {@code Outcome}, and it itself. */
    private static final Set<String> OUTCOMES =
            Set.of("Cancelled", "Cases", "Completed", "Failed", "Outcome", "Parked", "Pending");

    @Override
    public void check(AgentModel agent, Consumer<Problem> report) {
        for (StepModel step : agent.steps()) {
            String owner = owner(step);
            if (owner != null) {
                String text = (step.isInterrupt() ? "An interrupt" : "A step") + " cannot be called '" + step.name()
                        + "': " + owner + ". Choose another name.";
                report.accept(new Problem(Mistake.RESERVED_NAME, text, step.place()));
            }
        }
    }

    private static @Nullable String owner(StepModel step) {
        String name = step.name();
        if (OBJECT.contains(name)) {
            return "every object has a method of that name";
        }
        if (NEXT.contains(name)) {
            return "the generated Next classes have their own '" + name + "'";
        }
        if (step.isInterrupt() && CLIENT.contains(name)) {
            return "the generated client has its own '" + name + "'";
        }
        return step.isInterrupt() && OUTCOMES.contains(GeneratedNames.pascal(name))
                ? "the generated Outcome has its own " + GeneratedNames.pascal(name)
                : null;
    }
}
