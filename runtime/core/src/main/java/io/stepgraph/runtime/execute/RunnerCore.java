package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.GraphSpec;
import io.stepgraph.runtime.RunClient;
import io.stepgraph.runtime.store.Owner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What is behind a runner: its identity, the runs it has in hand, and what it has worked out of the graphs it met. */
public final class RunnerCore {
    private final RunnerConfig config;
    private final Executions executions;
    private final Events events;
    private final Owner owner = OwnerIdentity.ofNewRunner();
    private final ConcurrentMap<GraphSpec<?>, Known<?>> graphs = new ConcurrentHashMap<>();

    /** A runner that is open. */
    public RunnerCore(RunnerConfig config) {
        this.config = config;
        this.executions = new Executions(config.time());
        this.events = new Events(config.listeners());
        DeadOwners.opened(owner);
    }

    /** A graph laid out, and the codecs of its values, which are what costs. */
    private record Known<N extends Enum<N>>(GraphPlan<N> plan, GraphValues<N> values) {}

    /** The runs of one graph. */
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
        Known<N> known = known(graph.spec());
        return new StoredRuns<>(
                new GraphRunner<>(graph, agent, known.plan(), known.values(), config, executions, events),
                config,
                executions,
                owner);
    }

    @SuppressWarnings("unchecked") // what is kept for a graph was made from it
    private <N extends Enum<N>> Known<N> known(GraphSpec<N> spec) {
        Known<?> known = graphs.get(spec);
        if (known == null) {
            Known<N> made = new Known<>(new GraphPlan<>(spec), new GraphValues<>(spec, config.maxValueBytes()));
            known = graphs.putIfAbsent(spec, made);
            return known == null ? made : (Known<N>) known;
        }
        return (Known<N>) known;
    }

    /** Lets runs in progress come to the end of their present step. Does nothing the second time. */
    public void close() {
        executions.close(config.closePatience());
        DeadOwners.closed(owner);
    }
}
