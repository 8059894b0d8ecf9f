package io.stepgraph.internal.codec;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A graph whose JSON the user has customised. Its cached plan and codecs live as long as it does, so that graphs with
 * different customizers share nothing.
 */
public final class CustomizedGraph<A, S, E, N extends Enum<N>> implements Graph<A, S, E, N> {
    private final Graph<A, S, E, N> graph;
    final GraphCache<N> cache;

    private CustomizedGraph(Graph<A, S, E, N> graph, Consumer<? super JsonMapper.Builder> customizer) {
        this.graph = graph;
        this.cache = new GraphCache<>(graph.spec(), customizer);
    }

    /** The graph with this customizer after its former ones. */
    public static <A, S, E, N extends Enum<N>> Graph<A, S, E, N> of(
            Graph<A, S, E, N> graph, Consumer<? super JsonMapper.Builder> customizer) {
        if (!(graph instanceof CustomizedGraph<A, S, E, N> before)) {
            return new CustomizedGraph<>(graph, customizer);
        }
        Consumer<? super JsonMapper.Builder> first = before.cache.customizer();
        return new CustomizedGraph<>(before.graph, builder -> {
            if (first != null) {
                first.accept(builder);
            }
            customizer.accept(builder);
        });
    }

    @Override
    public GraphSpec<N> spec() {
        return graph.spec();
    }

    @Override
    public Transition<N, S> enter(
            A agent, N step, S state, @Nullable Object input, @Nullable Answered<?, ?> answered, StepContext<E> context)
            throws Exception {
        return graph.enter(agent, step, state, input, answered, context);
    }

    @Override
    public @Nullable N route(N interrupt, Object answer) {
        return graph.route(interrupt, answer);
    }
}
