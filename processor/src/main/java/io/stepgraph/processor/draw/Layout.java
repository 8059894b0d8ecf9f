package io.stepgraph.processor.draw;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.Edge;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Chooses the direction in which a picture reads. */
final class Layout {

    /** As many ranks fit side by side on a page. */
    private static final int WIDE = 6;

    private Layout() {}

    /** From left to right while the way from the start to the farthest step is short enough to be shown without scrolling. */
    static boolean isWide(AgentModel agent) {
        StepModel start = agent.startStep();
        if (start == null) {
            return true;
        }
        int[] ranks = new int[agent.steps().size()];
        Arrays.fill(ranks, -1);
        ranks[start.index()] = 0;
        Deque<Integer> open = new ArrayDeque<>();
        open.add(start.index());
        int farthest = 0;
        while (!open.isEmpty()) {
            int step = open.remove();
            for (Edge edge : agent.edges()) {
                if (edge.from() == step && !edge.isEnd() && ranks[edge.to()] < 0) {
                    ranks[edge.to()] = ranks[step] + 1;
                    farthest = Math.max(farthest, ranks[edge.to()]);
                    open.add(edge.to());
                }
            }
        }
        return farthest < WIDE;
    }
}
