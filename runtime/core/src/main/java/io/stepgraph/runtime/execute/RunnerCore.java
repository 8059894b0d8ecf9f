package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.GraphSpec;
import io.stepgraph.runtime.RunClient;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Owner;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** What is behind a runner: its identity, the runs it has in hand, and what it has worked out of the graphs it met. */
public final class RunnerCore {
    private final RunnerConfig config;
    private final Executions executions;
    private final Events events;
    private final LeaseKeeper leases;
    private final Owner owner = OwnerIdentity.ofNewRunner();
    private final ConcurrentMap<GraphSpec<?>, Known<?>> graphs = new ConcurrentHashMap<>();

    /** Made when it is asked for: few programs answer for others. */
    private volatile @Nullable Submitting submitting;

    /** A runner that is open. */
    public RunnerCore(RunnerConfig config) {
        this.config = config;
        this.executions = new Executions(config.time(), config.store(), () -> DeadOwners.closed(owner));
        this.events = new Events(config.listeners());
        this.leases = new LeaseKeeper(config, executions);
        DeadOwners.opened(owner);
    }

    /** A graph laid out, and the codecs of its values, which are what costs. */
    private record Known<N extends Enum<N>>(GraphPlan<N> plan, GraphValues<N> values) {}

    /** The runs of one graph, in one thread or, if that is null, in any and none. */
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(
            Graph<A, S, E, N> graph, A agent, @Nullable String thread) {
        Known<N> known = known(graph.spec());
        return new StoredRuns<>(
                new GraphRunner<>(graph, agent, known.plan(), known.values(), config, executions, leases, events),
                config,
                executions,
                new Claim(owner, config.lease()),
                thread);
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

    /** Stores an answer to a question of whatever graph. */
    public void answer(Ticket ticket, String json, @Nullable String by) {
        Submitting ready = submitting;
        if (ready == null) {
            ready = new Submitting(config, executions);
            submitting = ready;
        }
        ready.submit(ticket, json, by);
    }

    /** Ends the runs of the scope whose leases are over. */
    public List<String> reap() {
        return new Reaping(config, executions, events).reap();
    }

    /** Lets runs in progress come to the end of their present step. */
    public void close() {
        executions.close(config.closePatience());
    }
}
