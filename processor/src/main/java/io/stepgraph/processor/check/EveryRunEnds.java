package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.StepModel;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Checks that a run can end, or reach an interrupt, from every step. Of steps that lead into a trap only the trap is
 * reported, once.
 */
final class EveryRunEnds implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        StepModel start = agent.startStep();
        if (start == null || !agent.edgesComplete()) {
            return;
        }
        BitSet trapped = trapped(agent);
        if (trapped.isEmpty()) {
            return;
        }
        Paths paths = new Paths(agent.steps().size(), agent.edges());
        trapped.and(paths.reachable(start.index()));
        while (!trapped.isEmpty()) {
            BitSet trap = trap(trapped.nextSetBit(0), paths);
            int step = trap.nextSetBit(0);
            report(agent, step, paths, report);
            trapped.andNot(paths.leadingTo(step));
        }
    }

    /** Along the edges to where nothing leads out: the steps of that circle. */
    private static BitSet trap(int from, Paths paths) {
        int step = from;
        while (true) {
            BitSet ahead = paths.reachable(step);
            BitSet further = (BitSet) ahead.clone();
            further.andNot(paths.leadingTo(step));
            if (further.isEmpty()) {
                return ahead;
            }
            step = further.nextSetBit(0);
        }
    }

    private static void report(AgentModel agent, int step, Paths paths, Consumer<Diagnostic> report) {
        List<Edge> round = paths.shortest(step, step);
        if (round != null) {
            String text = "A run that reaches '" + agent.steps().get(step).name()
                    + "' can neither end nor wait for an answer: "
                    + PathText.of(agent, Paths.steps(round))
                    + ". Lead one of these steps to END or to an interrupt.";
            report.accept(new Diagnostic(
                    DiagnosticId.NO_WAY_TO_END, text, agent.steps().get(step).annotation()));
        }
    }

    /** The steps from which neither an end nor an interrupt can be reached. */
    static BitSet trapped(AgentModel agent) {
        int size = agent.steps().size();
        BitSet trapped = new BitSet(size);
        trapped.set(0, size);
        for (StepModel step : agent.steps()) {
            if (step.isInterrupt()) {
                trapped.clear(step.index());
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = agent.edges().size() - 1; i >= 0; i--) {
                Edge edge = agent.edges().get(i);
                if (trapped.get(edge.from()) && (edge.isEnd() || !trapped.get(edge.to()))) {
                    trapped.clear(edge.from());
                    changed = true;
                }
            }
        }
        return trapped;
    }
}
