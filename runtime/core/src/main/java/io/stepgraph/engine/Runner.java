package io.stepgraph.engine;

import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.run.ExpiredRunReaper;
import io.stepgraph.internal.run.StoreRunClient;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Store;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs graphs in this process, durably. Safe for use by many threads; one runner serves all graphs and runs of a
 * program.
 *
 * <pre>{@code
 * try (Store store = SqliteStore.open(Path.of("runs.db"));
 *      Runner runner = Runner.builder(store).maxMode(PermissionMode.ACCEPT_EDITS).build()) {
 *     Outcome outcome = ReviewAgentGraph.of(new ReviewAgent(model)).on(runner).run("essay-1", essay);
 * }
 * }</pre>
 */
public final class Runner extends RunOperations implements Engine, AutoCloseable {
    private static final int DELETE_BATCH = 500;

    Runner(Store store, RunnerConfig config) {
        super(RunnerContext.open(store, config));
    }

    /**
     * Starts building a runner on a store. The store stays the caller's to close, after the runner.
     *
     * @param store where runs are kept
     * @return a builder
     */
    public static RunnerBuilder builder(Store store) {
        return new RunnerBuilder(Objects.requireNonNull(store, "store"));
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
        return StoreRunClient.of(graph, agent, runner, null);
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread) {
        return StoreRunClient.of(graph, agent, runner, Names.checked(thread, "thread", "The name of a thread"));
    }

    /**
     * Lists runs of this namespace, page by page, in a program without the agent's classes.
     *
     * @param query which runs, in which order
     * @return a page; {@link RunPage#next} leads to the next one
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a run cannot be read
     * @throws StoreUnavailableException if the store does not answer
     */
    public RunPage list(RunQuery query) {
        Objects.requireNonNull(query, "query");
        return runner.store().call(s -> s.lists().runs(namespace(), query));
    }

    /**
     * Lists the questions that the runs of this namespace wait with, the oldest first: the inbox of a reviewer. {@link
     * #answer} takes the id of a ticket.
     *
     * @param after {@link QuestionPage#next} of the page before; null to begin
     * @param limit how many questions at most, 1 to 1,000
     * @return a page
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a question cannot be read
     * @throws StoreUnavailableException if the store does not answer
     */
    public QuestionPage questions(@Nullable String after, int limit) {
        if (limit < 1 || limit > 1_000) {
            throw new IllegalArgumentException("A page must have 1 to 1,000 questions, not " + limit + ".");
        }
        RunCursor cursor = after == null ? null : RunCursor.parse(after);
        return runner.store().call(s -> s.lists().questions(namespace(), cursor, limit));
    }

    /**
     * Removes all runs and threads of a namespace, whatever their status, with their events, questions and effects: for
     * the end of a tenant. A business key whose call may be in progress stays until a later call of this method (E2). A
     * program that executes such a run gets {@link ErrorCode#LEASE_LOST}. Removes in small transactions; after an
     * error, call it again. Starts that come meanwhile may stay, so let nobody start runs in the namespace any more.
     *
     * @param namespace the namespace, which is spelled out because nothing of it comes back
     * @return how many runs were removed
     * @throws StoreUnavailableException if the store does not answer
     */
    public long deleteAll(String namespace) {
        Names.checked(namespace, "namespace", "The name of a namespace");
        long gone = 0;
        int batch;
        do {
            batch = runner.store().call(s -> s.removals().deleteAll(namespace, DELETE_BATCH));
            gone += batch;
        } while (batch > 0);
        return gone;
    }

    /**
     * Ends the runs of this namespace whose leases have expired by the store's clock, so that nobody executes them
     * (L3): as failed with {@link ErrorCode#LEASE_EXPIRED}, to be retried, which repeats the step; a run that was to be
     * cancelled, as cancelled. Without this call, the next caller of such a run takes it over. A run whose owner has a
     * lease, or that waits or is delayed, is never changed; an owner that wakes up later stores nothing.
     *
     * @param limit how many runs at most, 1 or more
     * @return the ids of the ended runs, of all graphs; if two callers reap at the same time, each run is in one list
     *     only
     */
    public List<String> reap(int limit) {
        return new ExpiredRunReaper(runner).reap(EngineBuilder.atLeast(1, limit, "limit"));
    }

    /**
     * Stops executing. Runs in progress are released after their present step, and their callers get
     * {@link ErrorCode#RUNNER_CLOSED}; a delay before a retry ends at once. It waits up to ten seconds for steps in
     * progress; a step that takes longer is interrupted, and its run is released without the step's result. Closing
     * again, or from another thread meanwhile, waits for the same: when it returns, the store may be closed. A step
     * that closes its own runner continues to its end; then its run is released.
     */
    @Override
    public void close() {
        runner.close();
    }
}
