package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.RunClient;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Owner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is behind a runner: its identity and the runs it has in hand. */
public final class RunnerCore {
    private final RunnerConfig config;
    private final Executions executions;
    private final Events events;
    private final LeaseKeeper leases;
    private final Owner owner = OwnerIdentity.ofNewRunner();

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

    /** The runs of one graph, in one thread or, if that is null, in any and none. */
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(
            Graph<A, S, E, N> graph, A agent, @Nullable String thread) {
        KnownGraph<N> known = KnownGraphs.of(graph);
        GraphValues<N> values = known.values(config.maxValueBytes());
        return new StoredRuns<>(
                new GraphRunner<>(graph, agent, known.plan(), values, config, executions, leases, events),
                config,
                executions,
                new Claim(owner, config.lease()),
                thread);
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
