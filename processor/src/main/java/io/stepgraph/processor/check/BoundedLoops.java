package io.stepgraph.processor.check;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.Edge.Kind;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.read.Suppressions;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Each loop needs a bound: an answer, a wait that is not too short, which the expiry of a mailbox is, too,
 * {@code @MaxVisits}, or a step with {@code @SuppressWarnings}, which silences the loops through that step and no
 * others. Of the loops that share steps, this check reports the shortest. It skips loops that are errors already: a
 * loop without an exit, and a loop that visits a gated step again.
 */
final class BoundedLoops implements Check {

    @Override
    public void check(AgentModel agent, Consumer<Diagnostic> report) {
        StepModel start = agent.startStep();
        if (start == null || !agent.edgesComplete()) {
            return;
        }
        int size = agent.steps().size();
        Paths unbounded = new Paths(
                size,
                agent.edges().stream().filter(edge -> isUnbounded(agent, edge)).toList());
        BitSet open = unbounded.inCircles();
        if (open.isEmpty()) {
            return;
        }
        open.and(new Paths(size, agent.edges()).reachable(start.index()));
        open.andNot(EveryRunEnds.trapped(agent));
        for (int step = open.nextSetBit(0); step >= 0; step = open.nextSetBit(step)) {
            BitSet together = unbounded.reachable(step);
            together.and(unbounded.leadingTo(step));
            List<Edge> loop =
                    together.stream().anyMatch(each -> agent.steps().get(each).gate() != null)
                            ? null
                            : shortest(together, unbounded);
            if (loop != null) {
                report.accept(problem(agent, loop));
            }
            open.andNot(together);
        }
    }

    /**
     * Whether a run can take an edge without limit, and without an answer or a wait; {@code then} edges are not counted
     * as visits.
     */
    private static boolean isUnbounded(AgentModel agent, Edge edge) {
        StepModel from = agent.steps().get(edge.from());
        boolean needsAnswer = from.interrupt() != null
                && edge.kind() == Kind.NEXT
                && (!edge.expired() || from.interrupt().isBoundByExpiry());
        boolean needsTime = from.waiting() != null
                && edge.kind() == Kind.NEXT
                && from.waiting().isBound();
        return !needsAnswer
                && !needsTime
                && (from.visits() == null || edge.kind() == Kind.THEN)
                && !Suppressions.cover(from.annotation().element(), DiagnosticId.UNBOUNDED_LOOP.id());
    }

    /** Skips loops of failures alone and of {@code then} alone: other checks report them. */
    private static @Nullable List<Edge> shortest(BitSet together, Paths paths) {
        @Nullable List<Edge> shortest = null;
        for (int step = together.nextSetBit(0); step >= 0; step = together.nextSetBit(step + 1)) {
            List<Edge> loop = paths.shortest(step, step);
            if (loop != null
                    && (shortest == null || loop.size() < shortest.size())
                    && loop.stream().anyMatch(edge -> edge.kind() == Kind.NEXT)) {
                shortest = loop;
            }
        }
        return shortest;
    }

    private static Diagnostic problem(AgentModel agent, List<Edge> loop) {
        StepModel first = agent.steps().get(loop.get(0).from());
        String text = "Nothing bounds this loop: " + PathText.marked(agent, loop)
                + ". Limit one of its steps by @MaxVisits, or lead it through an answer or a wait of at least a second.";
        return new Diagnostic(DiagnosticId.UNBOUNDED_LOOP, text, first.annotation());
    }
}
