package io.stepgraph.processor.check;

import io.stepgraph.processor.model.Edge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Ways through a graph. */
final class Paths {

    private final List<List<Edge>> out = new ArrayList<>();

    private final List<List<Edge>> in = new ArrayList<>();

    /** Ends of the run lead nowhere and are left out. */
    Paths(int steps, Collection<Edge> edges) {
        for (int i = 0; i < steps; i++) {
            out.add(new ArrayList<>());
            in.add(new ArrayList<>());
        }
        for (Edge edge : edges) {
            if (!edge.isEnd()) {
                out.get(edge.from()).add(edge);
                in.get(edge.to()).add(edge);
            }
        }
    }

    /** All steps that can be reached, the first included. */
    BitSet reachable(int from) {
        return closure(from, out, Edge::to);
    }

    /** All steps that lead to this one, it included. */
    BitSet leadingTo(int to) {
        return closure(to, in, Edge::from);
    }

    /** All steps from which a path comes back. */
    BitSet inCircles() {
        BitSet circles = new BitSet(out.size());
        IntStream.range(0, out.size())
                .filter(step -> shortest(step, step) != null)
                .forEach(circles::set);
        return circles;
    }

    private static BitSet closure(int first, List<List<Edge>> edges, ToIntFunction<Edge> end) {
        BitSet reached = new BitSet(edges.size());
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(first));
        reached.set(first);
        while (!open.isEmpty()) {
            for (Edge edge : edges.get(open.remove())) {
                int next = end.applyAsInt(edge);
                if (!reached.get(next)) {
                    reached.set(next);
                    open.add(next);
                }
            }
        }
        return reached;
    }

    /** The edges of a shortest path, at least one of them; null if there is no path. */
    @Nullable List<Edge> shortest(int from, int to) {
        @Nullable Edge[] entered = new Edge[out.size()];
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            for (Edge edge : out.get(open.remove())) {
                if (entered[edge.to()] == null) {
                    entered[edge.to()] = edge;
                    if (edge.to() == to) {
                        return backwards(entered, from, edge);
                    }
                    open.add(edge.to());
                }
            }
        }
        return null;
    }

    private static List<Edge> backwards(@Nullable Edge[] entered, int from, Edge last) {
        List<Edge> path = new ArrayList<>();
        path.add(last);
        while (path.get(0).from() != from) {
            Edge before = entered[path.get(0).from()];
            if (before == null) {
                throw new IllegalStateException(
                        "No edge enters step " + path.get(0).from());
            }
            path.add(0, before);
        }
        return path;
    }

    /** The steps along a path, the first and the last included. */
    static List<Integer> steps(List<Edge> path) {
        List<Integer> steps = new ArrayList<>();
        steps.add(path.get(0).from());
        path.forEach(edge -> steps.add(edge.to()));
        return steps;
    }
}
