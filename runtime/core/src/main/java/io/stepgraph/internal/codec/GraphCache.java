package io.stepgraph.internal.codec;

import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The plan of a graph and the codecs of its values, cached because they are costly to make. They come and go, one may
 * be restored for each event, so it is kept with the class of the graph and is collected with it. The codecs are made
 * when they are first needed: a machine that is never copied or saved loads no Jackson.
 */
public final class GraphCache<N extends Enum<N>> {
    /** The graph of a class that was met last; a generated class has one only. */
    private static final ClassValue<AtomicReference<@Nullable GraphCache<?>>> LAST = new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable GraphCache<?>> computeValue(Class<?> graph) {
            return new AtomicReference<>();
        }
    };

    private final GraphPlan<N> plan;
    private final @Nullable Consumer<? super JsonMapper.Builder> customizer;
    private final ConcurrentMap<Integer, GraphCodecs<N>> values = new ConcurrentHashMap<>();

    /**
     * Creates the cache of one graph.
     *
     * @param customizer the user's changes to its JSON; null if there are none
     */
    GraphCache(GraphSpec<N> spec, @Nullable Consumer<? super JsonMapper.Builder> customizer) {
        this.plan = new GraphPlan<>(spec);
        this.customizer = customizer;
    }

    @SuppressWarnings("unchecked") // of the same spec
    public static <A, S, E, N extends Enum<N>> GraphCache<N> of(Graph<A, S, E, N> graph) {
        if (graph instanceof CustomizedGraph<A, S, E, N> customized) {
            return customized.cache;
        }
        AtomicReference<@Nullable GraphCache<?>> last = LAST.get(graph.getClass());
        GraphSpec<N> spec = graph.spec();
        GraphCache<?> known = last.get();
        if (known != null && known.plan.spec == spec) {
            return (GraphCache<N>) known;
        }
        GraphCache<N> made = new GraphCache<>(spec, null);
        last.set(made);
        return made;
    }

    public GraphPlan<N> plan() {
        return plan;
    }

    /** The user's changes to its JSON; null if there are none. */
    @Nullable Consumer<? super JsonMapper.Builder> customizer() {
        return customizer;
    }

    /** The codecs of runners with this limit. */
    public GraphCodecs<N> values(int maxValueBytes) {
        GraphCodecs<N> known = values.get(maxValueBytes);
        return known != null
                ? known
                : values.computeIfAbsent(maxValueBytes, limit -> new GraphCodecs<>(plan, limit, customizer));
    }

    /** The codecs of machines. */
    public GraphCodecs<N> values() {
        return values(Integer.MAX_VALUE);
    }
}
