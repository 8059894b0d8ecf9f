package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerRule;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An interrupt that somebody else has to answer stands behind the gate of each answer to compare with. */
final class OtherAnswerers implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            InterruptModel asked = step.interrupt();
            AnswerRule rule = asked == null || step.isMailbox() ? null : asked.rule();
            Set<String> seen = new HashSet<>();
            for (Name other : rule == null ? List.<Name>of() : rule.otherThan()) {
                String text = seen.add(other.text())
                        ? mistake(agent, step, other.text())
                        : "'" + other.text() + "' is named twice. Remove the second.";
                if (text != null) {
                    report.accept(new Diagnostic(DiagnosticId.OTHER_THAN_WHOM, text, other.place()));
                }
            }
        }
    }

    private static @Nullable String mistake(AgentModel agent, StepModel step, String other) {
        String noInterrupt = StepNames.noInterrupt(agent, other, "is given by somebody");
        StepModel compared = agent.step(other);
        if (noInterrupt != null || compared == null || compared.isMailbox()) {
            return noInterrupt; // or that is a mistake of its own
        }
        if (other.equals(step.name())) {
            return "'" + other + "' cannot be compared with itself. Name the interrupt that is answered before it.";
        }
        List<String> gates = gates(agent, step);
        String by = "'" + step.name() + "' is to be answered by somebody else than '" + other + "', but it ";
        if (gates.isEmpty()) {
            return by + "may be reached without an answer to '" + other + "'. Add @GatedBy(\"" + other + "\").";
        }
        String last = gates.get(gates.size() - 1);
        StepModel outermost = agent.step(last);
        if (gates.contains(other)
                || outermost == null
                || !(outermost.isInterrupt() || outermost.isCall())
                || outermost.gate() != null) {
            return null; // proven, or a gate has a mistake of its own
        }
        return by + "is gated by '" + String.join("', and that by '", gates) + "'. "
                + (outermost.isCall()
                        ? "Add @GatedBy(\"" + other + "\") to '" + last + "'."
                        : gates.size() == 1
                                ? "Write @GatedBy(\"" + other + "\"), or otherThan = \"" + last + "\"."
                                : "Name one of these, or add @GatedBy(\"" + other + "\") to '" + last + "'.");
    }

    /**
     * The interrupts behind whose gates a step stands: the one of its own gate, the one of the gate of that, and so on.
     */
    private static List<String> gates(AgentModel agent, StepModel step) {
        List<String> gates = new ArrayList<>();
        Gate gate = step.gate();
        while (gate != null && !gates.contains(gate.interrupt().text())) {
            gates.add(gate.interrupt().text());
            StepModel interrupt = agent.step(gate.interrupt().text());
            gate = interrupt == null ? null : interrupt.gate();
        }
        return gates;
    }
}
