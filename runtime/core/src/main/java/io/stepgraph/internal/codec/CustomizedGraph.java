package io.stepgraph.internal.codec;

import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Transition;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A graph that the user has given another name, or whose JSON the user has customised. Its cached plan and codecs live
 * as long as it does, so that graphs with different names or customizers share nothing.
 */
public final class CustomizedGraph<A, S, E, N extends Enum<N>> implements Graph<A, S, E, N> {
    private final Graph<A, S, E, N> graph;
    private final GraphSpec<N> spec;
    final GraphCache<N> cache;

    private CustomizedGraph(
            Graph<A, S, E, N> given, GraphSpec<N> spec, @Nullable Consumer<? super JsonMapper.Builder> customizer) {
        this.graph = given instanceof CustomizedGraph<A, S, E, N> before ? before.graph : given;
        this.spec = spec;
        this.cache = new GraphCache<>(spec, customizer);
    }

    /** Returns the graph with this customizer after its former ones. */
    public static <A, S, E, N extends Enum<N>> Graph<A, S, E, N> of(
            Graph<A, S, E, N> graph, Consumer<? super JsonMapper.Builder> customizer) {
        Consumer<? super JsonMapper.Builder> first = customizer(graph);
        return new CustomizedGraph<>(graph, graph.spec(), builder -> {
            if (first != null) {
                first.accept(builder);
            }
            customizer.accept(builder);
        });
    }

    /** Returns the graph under another name. */
    public static <A, S, E, N extends Enum<N>> Graph<A, S, E, N> named(Graph<A, S, E, N> graph, String name) {
        return new CustomizedGraph<>(graph, graph.spec().named(name), customizer(graph));
    }

    /**
     * Returns the graph of an agent that another graph calls, under its name there (C1).
     *
     * @param customizer that of the other graph; null if it has none
     */
    static <A, S, E, N extends Enum<N>> CustomizedGraph<A, S, E, N> called(
            Graph<A, S, E, N> graph, String name, @Nullable Consumer<? super JsonMapper.Builder> customizer) {
        return new CustomizedGraph<>(graph, graph.spec().named(name), customizer);
    }

    private static @Nullable Consumer<? super JsonMapper.Builder> customizer(Graph<?, ?, ?, ?> graph) {
        return graph instanceof CustomizedGraph<?, ?, ?, ?> customized ? customized.cache.customizer() : null;
    }

    @Override
    public GraphSpec<N> spec() {
        return spec;
    }

    @Override
    public Transition<N, S> enter(
            A agent, N step, S state, @Nullable Object input, @Nullable Answered<?, ?> answered, StepContext<E> context)
            throws Exception {
        return graph.enter(agent, step, state, input, answered, context);
    }

    @Override
    public @Nullable Transition<N, S> join(N call, List<Ended<?>> ends) {
        return graph.join(call, ends);
    }

    @Override
    public @Nullable N route(N interrupt, Object answer) {
        return graph.route(interrupt, answer);
    }
}
