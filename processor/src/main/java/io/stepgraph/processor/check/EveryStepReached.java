package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Asking;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * A path leads to every step. Of steps that hang on an unreachable one only the first is reported; and none where an
 * edge is missing by another mistake, or where an interrupt forgot the step that takes an answer.
 */
final class EveryStepReached implements Check {

    private final TypeRelations types;

    EveryStepReached(TypeRelations types) {
        this.types = types;
    }

    @Override
    public void check(AgentModel agent, Consumer<Problem> report) {
        StepModel start = agent.startStep();
        if (start == null || !agent.edgesComplete()) {
            return;
        }
        Paths paths = new Paths(agent.steps().size(), agent.edges());
        BitSet lost = new BitSet();
        lost.set(0, agent.steps().size());
        lost.andNot(paths.reachable(start.index()));
        while (!lost.isEmpty()) {
            int first = firstCause(lost, paths);
            StepModel step = agent.steps().get(first);
            if (agent.steps().stream().noneMatch(other -> forgets(other, step))) {
                String text = "No path leads from the start '" + start.name() + "' to '" + step.name()
                        + "'. Name it in the next, onFailure or then of a step that is reached, or remove it.";
                report.accept(new Problem(Mistake.UNREACHABLE_STEP, text, step.annotation()));
            }
            lost.andNot(paths.reachable(first));
        }
    }

    /** The first lost step that no other lost step leads to, except one that it leads to itself. */
    private static int firstCause(BitSet lost, Paths paths) {
        int cause = lost.nextSetBit(0);
        BitSet led = paths.reachable(cause);
        for (int i = lost.nextSetBit(cause + 1); i >= 0; i = lost.nextSetBit(i + 1)) {
            BitSet reached = paths.reachable(i);
            if (reached.get(cause) && !led.get(i)) {
                cause = i;
                led = reached;
            }
        }
        return cause;
    }

    private boolean forgets(StepModel interrupt, StepModel step) {
        Asking asking = interrupt.asking();
        if (asking == null) {
            return false;
        }
        return (asking.expires() != null && asking.expiryTakers().isEmpty() && TypeRelations.takesExpired(step.input()))
                || asking.leaves().stream()
                        .anyMatch(leaf -> leaf.takers().isEmpty() && types.takes(step.input(), leaf.type()));
    }
}
