package io.stepgraph.engine;

import io.stepgraph.engine.lease.RunnerConfig;
import io.stepgraph.engine.store.ExpiredLeasePolicy;
import io.stepgraph.engine.store.Store;
import io.stepgraph.runtime.CorruptCheckpointException;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.RunnerClosedException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Graph;
import java.util.List;
import java.util.Objects;

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
    private final RunnerCore core;

    Runner(RunnerConfig config) {
        this.core = new RunnerCore(config);
    }

    /**
     * Begins a runner on a store. The store stays the caller's to close, after the runner.
     *
     * @param store where runs are kept
     * @return a builder
     */
    public static RunnerBuilder builder(Store store) {
        return new RunnerBuilder(Objects.requireNonNull(store, "store"));
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
        return core.client(Objects.requireNonNull(graph, "graph"), Objects.requireNonNull(agent, "agent"), null);
    }

    @Override
    public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread) {
        return core.client(
                Objects.requireNonNull(graph, "graph"),
                Objects.requireNonNull(agent, "agent"),
                Names.checked(thread, "thread", "The name of a thread"));
    }

    /**
     * Answers a question in JSON where the agent's classes are not at hand, as in a web front end of its own (I4): the answer
     * is held against the schema that was stored with the question, and stored, which closes the ticket. The run is {@code
     * QUEUED} then, and goes on in the next call of {@code run} or {@code resume}, in whatever process has the agent; that one
     * finds out where the answer leads, with the graph of its build. An answer that only the classes can tell to be none, such
     * as by a check in a constructor, is refused there: nothing is done with it, the log tells of that ({@link
     * RunEvent.AnswerRefused}), and the run waits with the same question and ticket again.
     *
     * <p>The same text again changes nothing, so that a call that was not confirmed can be made again.
     *
     * @param ticketId the text of the ticket
     * @param json the answer; of several kinds, {@code @type} tells which, or {@code ["Kind", value]}. Integers are written
     *     without a point and without an exponent
     * @throws StaleAnswerException if the ticket is no longer good, or of another namespace
     * @throws InvalidAnswerException if the text is none of the answers; the message names the field, and the run still waits
     * @throws CorruptCheckpointException if what is stored of the question is damaged
     * @throws StoreUnavailableException if the store does not answer
     */
    public void answer(String ticketId, String json) {
        core.answer(ticket(ticketId), Objects.requireNonNull(json, "json"), null);
    }

    /**
     * Answers a question in JSON and in somebody's name, which is stored and told with the answer (I6), where the agent's
     * classes are not at hand: as {@link #answer(String, String)}.
     *
     * @param ticketId the text of the ticket
     * @param json the answer
     * @param by who answers
     */
    public void answer(String ticketId, String json, String by) {
        core.answer(ticket(ticketId), Objects.requireNonNull(json, "json"), Names.kept(by, "by"));
    }

    private static Ticket ticket(String id) {
        return Ticket.parse(Objects.requireNonNull(id, "ticketId"));
    }

    /**
     * Ends the runs of this namespace that were cut off: those that are executed by nobody any more, since their leases are over
     * by the store's clock (L3). Without this, whoever asks for such a run takes it over. A run whose owner has a lease, and
     * one that waits or is delayed, is never touched; an owner that wakes up later stores nothing.
     *
     * @param policy how they end
     * @return the ids of those that were ended, of whatever graph; another one that is reaped at the same time is in one list
     *     only
     */
    public List<String> reap(ExpiredLeasePolicy policy) {
        Objects.requireNonNull(policy, "policy");
        return core.reap();
    }

    /**
     * Stops executing. Runs in progress are given back after their present step, and their callers get {@link RunnerClosedException};
     * a delay before a retry ends at once. Steps are waited for up to ten seconds; a step that takes longer is interrupted,
     * and its run given back without it. Closing again, or from another thread meanwhile, waits for the same: when it returns,
     * the store may be closed. A step that closes its own runner goes on to its end, and its run is given back then.
     */
    @Override
    public void close() {
        core.close();
    }
}
