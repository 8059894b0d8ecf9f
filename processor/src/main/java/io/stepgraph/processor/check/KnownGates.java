package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.Leaf;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.read.TypeRelations;
import java.util.function.Consumer;

/** A gate is an interrupt, and one of its answers opens it. */
final class KnownGates implements Check {

    private final TypeRelations types;

    KnownGates(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Problem> report) {
        for (StepModel step : agent.steps()) {
            Gate gate = step.gate();
            if (gate == null || gate.interrupt().isUnreadable()) {
                continue;
            }
            Name name = gate.interrupt();
            StepModel interrupt = agent.step(name.text());
            if (interrupt != null && interrupt.asking() != null) {
                opens(step, gate, interrupt.asking(), report);
            } else if (interrupt != null) {
                String text = "'" + name.text()
                        + "' is a step, but only an answer opens a gate. Name an interrupt, declared with @Interrupt.";
                report.accept(new Problem(Mistake.UNKNOWN_GATE, text, name.place()));
            } else if (!StepNames.isKnown(agent, name.text())) {
                String text = "'" + name.text() + "' is no interrupt of " + agent.simpleName() + "."
                        + Suggestion.closest(name.text(), StepNames.interrupts(agent));
                report.accept(new Problem(Mistake.UNKNOWN_GATE, text, name.place()));
            }
        }
    }

    private void opens(StepModel step, Gate gate, Asking asking, Consumer<Problem> report) {
        String answers =
                TypeText.list(asking.leaves().stream().map(Leaf::element).toList());
        if (!asking.complete() || !asking.open().isEmpty() || asking.leaves().isEmpty()) {
            return;
        }
        for (TypeUse answer : gate.answers()) {
            boolean opensNothing =
                    asking.leaves().stream().noneMatch(leaf -> types.isSubtype(leaf.type(), answer.type()));
            if (opensNothing && !types.isUnknown(answer.type())) {
                String text = TypeRelations.isExpired(answer.type())
                        ? "Expired never opens a gate, because it is no answer. Name an answer that does: " + answers
                                + "."
                        : TypeText.of(answer.type()) + " is no answer of '"
                                + gate.interrupt().text() + "'. Name one that is: " + answers + ".";
                report.accept(new Problem(Mistake.UNKNOWN_GATE, text, answer.place()));
            }
        }
        Parameter input = step.input();
        boolean unknown = input != null && types.isUnknown(input.type());
        if (gate.answers().isEmpty() && gate.opening().isEmpty() && !unknown) {
            String text = "'" + step.name() + "' itself takes no answer of '"
                    + gate.interrupt().text()
                    + "', so say which one opens the gate: @GatedBy(value = \""
                    + gate.interrupt().text()
                    + "\", answer = " + asking.leaves().get(0).element().getSimpleName() + ".class).";
            report.accept(
                    new Problem(Mistake.UNKNOWN_GATE, text, gate.interrupt().place()));
        }
    }
}
