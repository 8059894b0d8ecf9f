package io.stepgraph.internal.codec;

import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.Graph;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * An agent that a graph calls, with its graph as the runs of the calls have it: under the name of the caller's graph and
 * its own, and with the caller's changes of the JSON (C1).
 */
public final class CalledGraph<C, S, N extends Enum<N>> {
    public final CalledAgent<C, S, N> agent;
    public final Graph<C, S, ?, N> graph;
    public final GraphCodecs<N> codecs;
    public final StartComparison<S, N> starts;

    private CalledGraph(CalledAgent<C, S, N> agent, CustomizedGraph<C, S, ?, N> graph, int maxValueBytes) {
        this.agent = agent;
        this.graph = graph;
        this.codecs = graph.cache.values(maxValueBytes);
        this.starts = new StartComparison<>(codecs);
    }

    static <C, S, N extends Enum<N>> CalledGraph<C, S, N> of(
            CalledAgent<C, S, N> agent,
            String caller,
            int maxValueBytes,
            @Nullable Consumer<? super JsonMapper.Builder> customizer) {
        return new CalledGraph<>(
                agent, CustomizedGraph.called(agent.graph(), caller + "/" + agent.name(), customizer), maxValueBytes);
    }
}
