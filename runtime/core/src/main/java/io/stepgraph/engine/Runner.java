package io.stepgraph.engine;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.run.AnswerRecorder;
import io.stepgraph.internal.run.EffectsInDoubt;
import io.stepgraph.internal.run.ExpiredRunReaper;
import io.stepgraph.internal.run.RunCanceller;
import io.stepgraph.internal.run.StoreRuns;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunCursor;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunPage;
import io.stepgraph.store.RunQuery;
import io.stepgraph.store.Store;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs graphs in this process, durably. Safe for use by many threads; one runner serves all graphs and runs of a program.
 *
 * <pre>{@code
 * try (Store store = SqliteStore.open(Path.of("runs.db"));
 *      Runner runner = Runner.builder(store).maxMode(PermissionMode.ACCEPT_EDITS).build()) {
 *     Outcome outcome = ReviewAgentGraph.of(new ReviewAgent(model)).on(runner).run("essay-1", essay);
 * }
 * }</pre>
 */
public final class Runner implements Engine, AutoCloseable {
    private static final int DELETE_BATCH = 500;

    private final RunnerContext runner;

    /** Made when it is asked for: few programs answer for others. */
    private volatile @Nullable AnswerRecorder recorder;

    Runner(Store store, RunnerConfig config) {
        this.runner = RunnerContext.open(store, config);
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
        return StoreRuns.of(graph, agent, runner, null);
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread) {
        return StoreRuns.of(graph, agent, runner, Names.checked(thread, "thread", "The name of a thread"));
    }

    /**
     * Answers a question in JSON in a program without the agent's classes, such as a web front end (I4). The answer is
     * checked against the schema that was stored with the question, and stored, which closes the ticket. The run is
     * {@code QUEUED} then, and continues with the next call of {@code run} or {@code resume} in a process that has the agent;
     * the graph of that build decides where the answer leads. If only the classes can detect that the answer is invalid, for
     * example by a check in a constructor, that process refuses it: the log records {@link RunEvent.AnswerRefused}, and the
     * run waits again with the same question and ticket.
     *
     * <p>The same text again changes nothing, so that a call that was not confirmed can be made again.
     *
     * @param ticketId the text of the ticket
     * @param json the answer; if several kinds are accepted, {@code @type} names the kind, or {@code ["Kind", value]}.
     *     Integers are written without a point and without an exponent
     * @throws StaleAnswerException if the ticket is no longer good, or of another namespace
     * @throws InvalidAnswerException if the text is not one of the answers; the message names the field, and the run still waits
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the stored question is damaged
     * @throws StoreUnavailableException if the store does not answer
     */
    public void answer(String ticketId, String json) {
        recorder().submit(ticket(ticketId), Objects.requireNonNull(json, "json"), null);
    }

    /**
     * The effects of a run that are in doubt, for a person to resolve in a program without the agent's classes (E4).
     *
     * @param runId the run
     * @return the effects; empty if no effect is in doubt
     * @throws RunNotFoundException if there is no such run
     * @throws StoreUnavailableException if the store does not answer
     */
    public List<EffectInDoubt> effectsInDoubt(String runId) {
        return new EffectsInDoubt(runner).of(key(runId));
    }

    /**
     * The effects in doubt of all runs of this namespace, those of the oldest run first: the inbox of an operator. A resolved
     * effect leaves it.
     *
     * @param limit how many effects at most, 1 to 1,000
     * @return the effects; empty if no effect is in doubt
     * @throws StoreUnavailableException if the store does not answer
     */
    public List<EffectInDoubt> effectsInDoubt(int limit) {
        if (limit < 1 || limit > 1_000) {
            throw new IllegalArgumentException("A list must have 1 to 1,000 effects, not " + limit + ".");
        }
        return new EffectsInDoubt(runner).of(namespace(), limit);
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
     * #answer(String, String, String)} takes the id of a ticket.
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
     * Answers a question as {@link #answer(String, String)} does. The name of the answerer is stored with the answer and
     * included in its event (I6).
     *
     * @param ticketId the text of the ticket
     * @param json the answer
     * @param by who answers
     */
    public void answer(String ticketId, String json, String by) {
        recorder().submit(ticket(ticketId), Objects.requireNonNull(json, "json"), Names.kept(by, "by"));
    }

    private String namespace() {
        return runner.config().namespace();
    }

    private RunKey key(String runId) {
        return new RunKey(namespace(), Names.checked(runId, "runId", "The id of a run"));
    }

    private AnswerRecorder recorder() {
        AnswerRecorder ready = recorder;
        if (ready == null) {
            ready = new AnswerRecorder(runner);
            recorder = ready;
        }
        return ready;
    }

    private static Ticket ticket(String id) {
        return Ticket.parse(Objects.requireNonNull(id, "ticketId"));
    }

    /**
     * Opens a failed run again in a program without the agent's classes (R7): it is {@code QUEUED} at the visit that
     * failed, with new attempts and a new budget, until a worker or a call in a process with the agent continues it.
     *
     * @param runId the run
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has not failed
     * @throws ThreadBusyException if its thread has had another run since
     * @throws StoreUnavailableException if the store does not answer
     */
    public void retry(String runId) {
        new RunReopener(runner).retry(key(runId), null);
    }

    /**
     * Opens a failed run again as {@link #retry(String)} does. The log names who did so.
     *
     * @param runId the run
     * @param by the name of the person or system that opens it again
     */
    public void retry(String runId, String by) {
        new RunReopener(runner).retry(key(runId), Names.kept(by, "by"));
    }

    /**
     * {@linkplain #retry(String, String) Opens} all failed runs of a query again. A run that ends, is opened again or is
     * deleted meanwhile, and one whose thread has had another run since, is left alone and not counted. A run that was started
     * after this call began is never touched, also if it has the id of one that was deleted. No states are loaded.
     *
     * <p>Each run is one transaction. After an error, call it again for the others.
     *
     * @param query which runs, without a limit. Of its statuses, only {@code FAILED} counts
     * @param by the name of the person or system that opens them again
     * @return how many runs were opened
     * @throws IllegalArgumentException if the query has a {@linkplain RunQuery#limit(int) limit}, or begins {@linkplain RunQuery#after after} a page by last change. After a page
     *     by start, the older runs are meant
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a run cannot be listed
     * @throws StoreUnavailableException if the store does not answer
     */
    public long retryAll(RunQuery query, String by) {
        return new ManyRuns(runner).retryAll(Objects.requireNonNull(query, "query"), Names.kept(by, "by"));
    }

    /**
     * Cancels a run in a program without the agent's classes (L6). A run that nobody executes ends at once; its owner ends it
     * otherwise, at its next commit or within half of the length of the lease.
     *
     * @param runId the run
     * @param by the name of the person or system that cancels it
     * @throws RunNotFoundException if there is no such run
     * @throws StoreUnavailableException if the store does not answer
     */
    public void cancel(String runId, String by) {
        new RunCanceller(runner).cancel(key(runId), Names.kept(by, "by"));
    }

    /**
     * {@linkplain #cancel Cancels} all unfinished runs of a query. A run that has none of the statuses of the query when its turn
     * comes is left alone and not counted: so with {@code WAITING}, a run that was answered meanwhile. The other conditions,
     * such as times and labels, have to hold when the run is listed. A run that was started after this call began is never
     * touched, also if it has the id of one that was deleted. No states are loaded.
     *
     * <p>Each run is one transaction. After an error, call it again for the others.
     *
     * @param query which runs, without a limit. Runs that have ended do not count
     * @param by the name of the person or system that cancels them
     * @return how many runs were cancelled, or will be by the owners that execute them
     * @throws IllegalArgumentException if the query has a {@linkplain RunQuery#limit(int) limit}, or begins {@linkplain RunQuery#after after} a page by last change. After a page
     *     by start, the older runs are meant
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if a run cannot be listed
     * @throws StoreUnavailableException if the store does not answer
     */
    public long cancelAll(RunQuery query, String by) {
        return new ManyRuns(runner).cancelAll(Objects.requireNonNull(query, "query"), Names.kept(by, "by"));
    }

    /**
     * Changes the mode of a run in a program without the agent's classes (M1). A parked run continues in a worker, or with its
     * next {@code run} or {@code resume}.
     *
     * @param runId the run
     * @param mode its mode from the next step on
     * @param by the name of the person or system that changes it
     * @throws RunNotFoundException if there is no such run
     * @throws StoreUnavailableException if the store does not answer
     */
    public void mode(String runId, PermissionMode mode, String by) {
        RunKey key = key(runId);
        RunCommand set = new RunCommand.SetMode(Objects.requireNonNull(mode, "mode"), Names.kept(by, "by"));
        runner.store().write(key, s -> s.runs().command(key, set));
    }

    /**
     * Removes all runs and threads of a namespace, whatever their status, with their events, questions and effects: for the end
     * of a tenant. A business key whose call may be in progress stays until a later call of this method (E2). A program that
     * executes such a run gets {@link ErrorCode#LEASE_LOST}. Removes in small transactions; after an error, call it again.
     * Starts that come meanwhile may stay, so let nobody start runs in the namespace any more.
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
     * Ends the runs of this namespace whose leases have expired by the store's clock, so that nobody executes them (L3): as
     * failed with {@link ErrorCode#LEASE_EXPIRED}, to be retried, which repeats the step; a run that was to be cancelled, as
     * cancelled. Without this call, the next caller of such a run takes it over. A run whose owner has a lease, or that waits or
     * is delayed, is never changed; an owner that wakes up later stores nothing.
     *
     * @param limit how many runs at most, 1 or more
     * @return the ids of the ended runs, of all graphs; if two callers reap at the same time, each run is in one list only
     */
    public List<String> reap(int limit) {
        return new ExpiredRunReaper(runner).reap(EngineBuilder.atLeast(1, limit, "limit"));
    }

    /**
     * Stops executing. Runs in progress are released after their present step, and their callers get
     * {@link ErrorCode#RUNNER_CLOSED}; a delay before a retry ends at once. It waits up to ten seconds for steps in progress; a
     * step that takes longer is interrupted, and its run is released without the step's result. Closing again, or from
     * another thread meanwhile, waits for the same: when it returns, the store may be closed. A step that closes its own
     * runner continues to its end; then its run is released.
     */
    @Override
    public void close() {
        runner.close();
    }
}
