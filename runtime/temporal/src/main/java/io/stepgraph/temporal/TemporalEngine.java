package io.stepgraph.temporal;

import io.stepgraph.internal.log.RunStreams;
import io.stepgraph.internal.log.StreamContext;
import io.stepgraph.internal.log.Subscriptions;
import io.stepgraph.internal.visit.Visits;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.store.ChangeNotifications;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs in <a href="https://temporal.io">Temporal</a>: a run is a workflow, and a visit is an activity, so that
 * Temporal's own tools show both.
 *
 * <pre>{@code
 * try (TemporalEngine engine = TemporalEngine.builder(workflowServiceStubs).namespace("agents").build()) {
 *     ReviewAgentGraph.Runs runs = ReviewAgentGraph.of(new ReviewAgent(model)).on(engine);
 * }
 * }</pre>
 *
 * <p>{@code on(engine)} also starts a worker for the graph in this process, unless the engine is a {@linkplain
 * TemporalEngineBuilder#clientOnly() client
 * only}. Steps are executed by any worker of the graph, not by the thread that calls, so an engine has one agent for
 * each graph. The README of the module lists the promises that differ from those of a runner. Safe for use by many
 * threads.
 */
public final class TemporalEngine implements Engine, AutoCloseable {
    /** Readers in another process than the worker's look at least so often for new events. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    /** The time that steps have to end before a worker that closes interrupts them. */
    private static final Duration GRACE = Duration.ofMillis(200);

    private final WorkflowClient client;
    private final EngineConfig config;
    private final @Nullable BlobStore blobs;
    private final ScheduledExecutorService timer;
    private final Map<String, GraphWorker> workers = new HashMap<>();
    private final StreamContext streams;
    private volatile boolean isClosed;

    TemporalEngine(
            WorkflowClient client, EngineConfig config, @Nullable BlobStore blobs, ScheduledExecutorService timer) {
        this.client = client;
        this.config = config;
        this.blobs = blobs;
        this.timer = timer;
        this.streams = new StreamContext(
                new Subscriptions(hints -> ChangeNotifications.NONE),
                MachineClock.system(),
                POLL_INTERVAL,
                () -> isClosed);
    }

    /**
     * Begins to build an engine.
     *
     * @param service the connection to Temporal, which stays the caller's to shut down
     * @return the builder
     */
    public static TemporalEngineBuilder builder(WorkflowServiceStubs service) {
        return new TemporalEngineBuilder(service);
    }

    static UnsupportedOperationException unsupported(String what) {
        return new UnsupportedOperationException("TemporalEngine has no " + what + " of runs. Use a Runner for it.");
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
        return runs(graph, agent, null);
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread) {
        return runs(graph, agent, Names.checked(thread, "thread", "The name of a thread"));
    }

    private <A, S, E, N extends Enum<N>> RunClient<S, N> runs(
            Graph<A, S, E, N> graph, A agent, @Nullable String thread) {
        Visits<S, N> visits = Visits.of(graph, agent, config.visits());
        visits.checkNotTransactional("Temporal");
        String name = visits.spec().name();
        visits.spec().steps().stream()
                .filter(step -> step.call() != null)
                .findFirst()
                .ifPresent(call -> {
                    throw new UnsupportedOperationException("Step '" + call.name() + "' of graph '" + name
                            + "' calls agents (@Call), which this engine does not do. Open the graph on a Runner.");
                });
        if (config.hasLoops() || config.hasSteps()) {
            work(name, visits, agent);
        }
        RunWorkflows workflows = new RunWorkflows(client, config, name);
        RunStreams logs = new RunStreams(streams, visits.events(), key -> workflows.log(key.id()));
        return new TemporalRunClient<>(visits, workflows, logs, thread, StartOptions.NONE, null);
    }

    private synchronized void work(String graph, Visits<?, ?> visits, Object agent) {
        if (isClosed) {
            throw new StepgraphException(ErrorCode.RUNNER_CLOSED, "The engine is closed. Build another one.");
        }
        GraphWorker known = workers.get(graph);
        if (known != null) {
            known.checkSame(agent);
            return;
        }
        VisitActivity activity = config.hasSteps()
                ? new VisitActivity(visits, timer, streams.subscriptions(), config.observers())
                : null;
        GraphWorker worker = new GraphWorker(client, config, graph, agent, activity);
        worker.start();
        workers.put(graph, worker);
    }

    /**
     * Deletes the blobs of runs and threads that Temporal does not have any more, because they were deleted or the
     * retention of its namespace is over. Call it now and then, in one process. It looks up each workflow that has
     * blobs.
     *
     * @param olderThan leaves younger blobs alone, because their runs may be about to begin; a day is enough
     * @return how many blobs were deleted
     * @throws IllegalArgumentException if Temporal does not have the namespace of the engine; no blob is deleted then
     * @throws IllegalStateException if the engine has no blobs
     * @throws StoreUnavailableException if Temporal or the blobs do not answer
     */
    public long prune(Duration olderThan) {
        if (blobs == null) {
            throw new IllegalStateException("This engine has no blobs. Build it with blobs(...).");
        }
        return new BlobPruner(blobs, client).prune(Instant.now().minus(olderThan));
    }

    /**
     * Ends the workers, and the calls in progress with {@link ErrorCode#RUNNER_CLOSED}. Steps in progress are
     * interrupted; other workers make their visits again, which does not count as a crash. Waits for steps for as long
     * as the lease.
     */
    @Override
    public void close() {
        List<GraphWorker> ended;
        synchronized (this) {
            isClosed = true;
            ended = List.copyOf(workers.values());
        }
        config.waiting().close();
        streams.subscriptions().close();
        ended.forEach(GraphWorker::shutdown);
        // Steps may end by themselves, and Temporal sees that nobody polls before it gives the visits to others.
        await(ended, GRACE);
        ended.forEach(GraphWorker::interruptSteps);
        await(ended, config.lease());
        ended.forEach(GraphWorker::shutdownNow);
        timer.shutdownNow();
    }

    private static void await(List<GraphWorker> ended, Duration patience) {
        long until = System.nanoTime() + patience.toNanos();
        ended.forEach(worker -> worker.awaitEnd(until));
    }
}
