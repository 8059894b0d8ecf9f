package io.stepgraph.engine;

import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.run.ClaimLoop;
import io.stepgraph.internal.run.NoticeLoop;
import io.stepgraph.internal.run.ServedGraph;
import io.stepgraph.internal.run.StoreRunClient;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Continues the runs of a store that nobody executes (L5): runs that {@code enqueue} has stored, delayed runs that are
 * due, runs whose answer {@link Runner#answer} has stored, parked runs whose mode was raised, and runs whose process
 * died. Any number of workers share a store: on SQLite many processes of one machine, on Postgres many machines.
 *
 * <pre>{@code
 * try (Store store = SqliteStore.open(Path.of("runs.db"));
 *      Worker worker = Worker.builder(store).graphs(ReviewAgentGraph.of(agent)).concurrency(8).build().start()) {
 *     shutdown.await();
 * }
 * }</pre>
 *
 * <p>It takes the same number of runs from each namespace, as far as there are enough, so that a tenant with many
 * queued runs does not hold back the others. Runs are executed in virtual threads where the JVM has them (Java 21). A
 * worker that cannot reach its store asks again until it can. Safe for use by many threads.
 *
 * <p>A run that was in progress in too many processes that died is executed alone: when nothing else is in progress,
 * and the worker claims nothing beside it (R6). When the JVM shuts down, as after SIGTERM, an open worker claims no
 * more runs, and the end of the process does not count as a crash; only that of a run whose step called
 * {@link System#exit} does.
 */
public final class Worker implements AutoCloseable {
    /** The time for which the end of the process waits for a claim in progress. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final RunnerContext runner;
    private final ClaimLoop loop;
    private final NoticeLoop notices;
    private final int concurrency;
    private final Thread whenProcessEnds = new Thread(this::stop, "stepgraph worker stops");
    private WorkerStatus.State state = WorkerStatus.State.NEW;
    private @Nullable Thread thread;

    Worker(
            Store store,
            RunnerConfig config,
            List<AgentGraph<?, ?, ?, ?, ?, ?>> graphs,
            Set<String> namespaces,
            int concurrency,
            @Nullable Consumer<? super Notice> noticeHandler,
            @Nullable Instant noticesFrom) {
        this.runner = RunnerContext.open(store, config);
        this.concurrency = concurrency;
        List<ServedGraph> served = served(graphs);
        this.notices = new NoticeLoop(
                runner,
                served.stream().map(ServedGraph::name).collect(Collectors.toUnmodifiableSet()),
                Set.copyOf(namespaces),
                noticeHandler == null ? null : claimed -> noticeHandler.accept(Notice.of(claimed)),
                noticesFrom);
        this.loop = new ClaimLoop(runner, served, Set.copyOf(namespaces), concurrency, notices::wake);
    }

    /**
     * Begins a worker on a store. The store stays the caller's to close, after the worker.
     *
     * @param store where runs are kept
     * @return a builder
     */
    public static WorkerBuilder builder(Store store) {
        return new WorkerBuilder(Objects.requireNonNull(store, "store"));
    }

    private List<ServedGraph> served(List<AgentGraph<?, ?, ?, ?, ?, ?>> graphs) {
        Registry registry = new Registry();
        graphs.forEach(graph -> graph.on(registry));
        return registry.served;
    }

    /** Takes the graphs out of agents, as an engine gets them. */
    private final class Registry implements Engine {
        private final List<ServedGraph> served = new ArrayList<>();

        @Override
        public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
            StoreRunClient<A, S, E, N> runs = StoreRunClient.of(graph, agent, runner, null);
            runs.serve(this::add);
            return runs;
        }

        private void add(ServedGraph graph) {
            if (served.stream().anyMatch(other -> other.name().equals(graph.name()))) {
                throw new IllegalStateException(
                        "A worker has one agent for each graph; '" + graph.name() + "' was given twice.");
            }
            served.add(graph);
        }

        @Override
        public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread) {
            return client(graph, agent);
        }
    }

    /**
     * Begins to claim runs, in a thread of its own.
     *
     * @return this worker
     * @throws IllegalStateException if it was started or closed before
     */
    public synchronized Worker start() {
        if (state != WorkerStatus.State.NEW) {
            throw new IllegalStateException("A worker is started once; this one is " + state + ". Build another one.");
        }
        state = WorkerStatus.State.RUNNING;
        thread = new Thread(loop, "stepgraph worker");
        thread.start();
        notices.start();
        try {
            Runtime.getRuntime().addShutdownHook(whenProcessEnds);
        } catch (IllegalStateException processEnds) {
            stop();
        }
        return this;
    }

    /** The worker is asked to stop, so a kill from here on is not a crash (R6). The runs in progress continue. */
    private void stop() {
        stopClaims();
        runner.stopping();
        join(PATIENCE);
    }

    private void stopClaims() {
        loop.stop();
        notices.stop();
    }

    /** Returns what the worker does at this moment. */
    public synchronized WorkerStatus status() {
        return new WorkerStatus(
                state,
                loop.running(),
                concurrency,
                loop.claimed(),
                runner.failures().count(),
                loop.notContinued());
    }

    /**
     * Drains the worker: it claims no more runs, gives back those that it has claimed and not begun, lets each run in
     * progress come to the end of its present step, and releases the run, so that another worker continues it at once.
     * A step that takes longer than ten seconds is interrupted, and its run is released without the step's result. No
     * run counts a crash, even if the process is killed meanwhile. A handler of a notice that takes longer than ten
     * seconds is interrupted. Closing again waits for the same.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (state == WorkerStatus.State.CLOSED) {
                return;
            }
            state = WorkerStatus.State.DRAINING;
        }
        stopClaims();
        removeHook();
        runner.close();
        join(Duration.ZERO);
        loop.close();
        notices.close();
        synchronized (this) {
            state = WorkerStatus.State.CLOSED;
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(whenProcessEnds);
        } catch (IllegalStateException processEnds) {
            // The hook runs, or has run.
        }
    }

    /** Waits for the end of the loop, which gives back what it has claimed; zero to wait as long as that takes. */
    private void join(Duration patience) {
        Thread started;
        synchronized (this) {
            started = thread;
        }
        boolean interrupted = false;
        while (started != null && started != Thread.currentThread() && started.isAlive()) {
            try {
                started.join(patience.toMillis());
                break;
            } catch (InterruptedException impatient) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
