package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.GraphSpec;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What was worked out of graphs for machines, which come and go: one may be restored for each event. Kept with the class of
 * the graph, so that it goes when that is unloaded.
 */
final class KnownGraphs {
    private static final ClassValue<AtomicReference<@Nullable Known<?>>> LAST = new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable Known<?>> computeValue(Class<?> graph) {
            return new AtomicReference<>();
        }
    };

    private KnownGraphs() {}

    /** A graph laid out, and its codecs. */
    record Known<N extends Enum<N>>(GraphPlan<N> plan, LazyValues<N> values) {}

    @SuppressWarnings("unchecked") // of the same spec
    static <N extends Enum<N>> Known<N> of(Graph<?, ?, ?, N> graph) {
        AtomicReference<@Nullable Known<?>> last = LAST.get(graph.getClass());
        GraphSpec<N> spec = graph.spec();
        Known<?> known = last.get();
        if (known != null && known.plan().spec == spec) {
            return (Known<N>) known;
        }
        Known<N> made = new Known<>(new GraphPlan<>(spec), new LazyValues<>(spec));
        last.set(made);
        return made;
    }
}
