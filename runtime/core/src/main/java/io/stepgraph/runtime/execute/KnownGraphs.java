package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.GraphSpec;
import org.jspecify.annotations.Nullable;

/**
 * What was worked out of graphs, for runners and for machines, which come and go: one may be restored for each event. Kept
 * with the class of the graph, so that it goes when that is unloaded.
 */
final class KnownGraphs {
    private static final ClassValue<Last> LAST = new ClassValue<>() {
        @Override
        protected Last computeValue(Class<?> graph) {
            return new Last();
        }
    };

    private KnownGraphs() {}

    /** The graph of a class that was met last; a generated class has one only. */
    private static final class Last {
        private volatile @Nullable KnownGraph<?> known;
    }

    @SuppressWarnings("unchecked") // of the same spec
    static <A, S, E, N extends Enum<N>> KnownGraph<N> of(Graph<A, S, E, N> graph) {
        if (graph instanceof CustomizedGraph<A, S, E, N> customized) {
            return customized.known;
        }
        Last last = LAST.get(graph.getClass());
        GraphSpec<N> spec = graph.spec();
        KnownGraph<?> known = last.known;
        if (known != null && known.plan().spec == spec) {
            return (KnownGraph<N>) known;
        }
        KnownGraph<N> made = new KnownGraph<>(spec, null);
        last.known = made;
        return made;
    }
}
