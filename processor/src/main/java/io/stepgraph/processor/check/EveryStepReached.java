package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.TypeRelations;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;

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
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
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
                report.accept(new Diagnostic(DiagnosticId.UNREACHABLE_STEP, text, step.annotation()));
            }
            lost.andNot(paths.reachable(first));
        }
    }

    /** Removes all else about the steps to which no path leads, if that is reported: where they belong is not known. */
    static void dropWhatFollows(AgentModel agent, List<Diagnostic> diagnostics) {
        StepModel start = agent.startStep();
        if (start != null && diagnostics.stream().anyMatch(EveryStepReached::isOurs)) {
            BitSet reached = new Paths(agent.steps().size(), agent.edges()).reachable(start.index());
            Set<Element> lost = agent.steps().stream()
                    .filter(step -> !reached.get(step.index()))
                    .map(StepModel::method)
                    .collect(Collectors.toSet());
            diagnostics.removeIf(diagnostic -> {
                Element element = diagnostic.place().element();
                return !isOurs(diagnostic) && (lost.contains(element) || lost.contains(element.getEnclosingElement()));
            });
        }
    }

    private static boolean isOurs(Diagnostic diagnostic) {
        return diagnostic.id() == DiagnosticId.UNREACHABLE_STEP;
    }

    /** Against the edges to where nothing leads but what leads back: there the first step. */
    private static int firstCause(BitSet lost, Paths paths) {
        int cause = lost.nextSetBit(0);
        while (true) {
            BitSet leading = paths.leadingTo(cause);
            BitSet earlier = (BitSet) leading.clone();
            earlier.andNot(paths.reachable(cause));
            if (earlier.isEmpty()) {
                return leading.nextSetBit(0);
            }
            cause = earlier.nextSetBit(0);
        }
    }

    private boolean forgets(StepModel interrupt, StepModel step) {
        InterruptModel asked = interrupt.interrupt();
        CallModel call = interrupt.call();
        List<AnswerVariant> leaves =
                asked != null ? asked.leaves() : call != null ? call.results() : List.<AnswerVariant>of();
        return (asked != null
                        && asked.mayExpire()
                        && asked.expiryTakers().isEmpty()
                        && TypeRelations.takesExpired(step.input()))
                || leaves.stream()
                        .anyMatch(leaf ->
                                leaf.takers().isEmpty() && types.takes(step.taking(interrupt.name()), leaf.type()));
    }
}
