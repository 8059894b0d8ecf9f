package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerRule;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.StepModel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An interrupt that somebody else has to answer is reached only with an answer to compare with. */
final class OtherAnswerers implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        for (StepModel step : agent.steps()) {
            InterruptModel interruptModel = step.interrupt();
            AnswerRule rule = interruptModel == null ? null : interruptModel.rule();
            Name other = rule == null ? null : rule.otherThan();
            String text = other == null || other.isUnreadable() ? null : mistake(agent, step, other.text());
            if (other != null && text != null) {
                report.accept(new Diagnostic(DiagnosticId.OTHER_THAN_WHOM, text, other.place()));
            }
        }
    }

    private static @Nullable String mistake(AgentModel agent, StepModel step, String other) {
        StepModel first = agent.step(other);
        if (first == null) {
            return StepNames.isKnown(agent, other)
                    ? null
                    : "'" + other + "' is not an interrupt of " + agent.simpleName() + "."
                            + Suggestion.closest(other, StepNames.interrupts(agent));
        }
        if (!first.isInterrupt()) {
            return "'" + other
                    + "' is a step, but only an answer is given by somebody. Name an interrupt, declared with @Interrupt.";
        }
        if (other.equals(step.name())) {
            return "'" + other + "' cannot be compared with itself. Name the interrupt that is answered before it.";
        }
        Gate gate = step.gate();
        String by = "'" + step.name() + "' is to be answered by somebody else than '" + other + "', but it ";
        if (gate == null) {
            return by + "may be reached without an answer to '" + other + "'. Add @GatedBy(\"" + other + "\").";
        }
        String interrupt = gate.interrupt().text();
        return interrupt.equals(other) || agent.step(interrupt) == null
                ? null
                : by + "is gated by '" + interrupt + "'. Write @GatedBy(\"" + other + "\"), or otherThan = \""
                        + interrupt + "\".";
    }
}
