package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.GraphSpec;
import org.jspecify.annotations.Nullable;

/**
 * What was worked out of graphs for machines, which come and go: one may be restored for each event. Kept with the class of
 * the graph, so that it goes when that is unloaded.
 */
final class KnownGraphs {
    private static final ClassValue<Last> LAST = new ClassValue<>() {
        @Override
        protected Last computeValue(Class<?> graph) {
            return new Last();
        }
    };

    private KnownGraphs() {}

    /** A graph laid out, and its codecs. */
    record Known<N extends Enum<N>>(GraphPlan<N> plan, LazyValues<N> values) {}

    /** The graph of a class that was met last; a generated class has one only. */
    private static final class Last {
        private volatile @Nullable Known<?> known;
    }

    @SuppressWarnings("unchecked") // of the same spec
    static <N extends Enum<N>> Known<N> of(Graph<?, ?, ?, N> graph) {
        Last last = LAST.get(graph.getClass());
        GraphSpec<N> spec = graph.spec();
        Known<?> known = last.known;
        if (known != null && known.plan().spec == spec) {
            return (Known<N>) known;
        }
        Known<N> made = new Known<>(new GraphPlan<>(spec), new LazyValues<>(spec));
        last.known = made;
        return made;
    }
}
