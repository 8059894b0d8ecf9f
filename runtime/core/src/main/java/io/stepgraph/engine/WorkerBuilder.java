package io.stepgraph.engine;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import io.stepgraph.store.ThreadBusyPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Configures a {@link Worker}; {@link Worker#builder} makes one. Not safe for use by many threads. */
public final class WorkerBuilder extends EngineBuilder<WorkerBuilder> {
    private static final int DEFAULT_CONCURRENCY = 16;

    /** A worker starts no runs. */
    private static final RunnerConfig.Starts NO_STARTS =
            new RunnerConfig.Starts(PermissionMode.DEFAULT, null, Retention.KEEP_OUTCOME, ThreadBusyPolicy.FAIL, null);

    private final List<AgentGraph<?, ?, ?, ?, ?, ?>> graphs = new ArrayList<>();
    private final Set<String> namespaces = new LinkedHashSet<>();
    private int concurrency = DEFAULT_CONCURRENCY;
    private @Nullable Consumer<? super Notice> noticeHandler;
    private @Nullable Instant noticesFrom;

    WorkerBuilder(Store store) {
        super(store);
    }

    @Override
    WorkerBuilder self() {
        return this;
    }

    /**
     * Adds agents whose runs the worker continues. Runs of other graphs, and runs at steps that these agents do not
     * have, are left to other workers.
     *
     * @param agents such as {@code ReviewAgentGraph.of(agent)}
     */
    public WorkerBuilder graphs(AgentGraph<?, ?, ?, ?, ?, ?>... agents) {
        graphs.addAll(List.of(agents));
        return this;
    }

    /**
     * Sets how many runs the worker executes at once at most; 16 unless set. A run that waits for an answer or for its
     * next attempt takes no place.
     */
    public WorkerBuilder concurrency(int runs) {
        this.concurrency = atLeast(1, runs, "concurrency");
        return this;
    }

    /** Adds namespaces (tenants) whose runs the worker continues; all unless set. */
    public WorkerBuilder namespaces(String... names) {
        for (String name : names) {
            namespaces.add(Names.checked(name, "name", "The name of a namespace"));
        }
        return this;
    }

    /**
     * Sets the handler that is told of each question, park and failure of the runs of these graphs and namespaces, at
     * least once, also if the process that stored it has died (Q13). If it throws, or takes longer than a minute, the
     * notice is told again. It is called by four threads of its own, and delays no run.
     *
     * @param handler such as {@code mail::send}; safe for use by many threads
     */
    public WorkerBuilder onNotice(Consumer<? super Notice> handler) {
        this.noticeHandler = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Sets from when on the first handler of the store is told of runs that have stopped; one hour before it begins
     * unless set. Older ones count as told. A store whose first handler has begun does not change (Q14).
     */
    public WorkerBuilder noticesFrom(Instant from) {
        this.noticesFrom = Objects.requireNonNull(from, "from");
        return this;
    }

    /**
     * Builds the worker, which does nothing before {@link Worker#start}.
     *
     * @throws IllegalStateException if it has no graph, or two of the same name
     */
    public Worker build() {
        if (graphs.isEmpty()) {
            throw new IllegalStateException(
                    "A worker without graphs has nothing to do; add the agents with graphs(...).");
        }
        return new Worker(
                store,
                config("default", null, NO_STARTS, UnaryOperator.identity()),
                graphs,
                namespaces,
                concurrency,
                noticeHandler,
                noticesFrom);
    }
}
