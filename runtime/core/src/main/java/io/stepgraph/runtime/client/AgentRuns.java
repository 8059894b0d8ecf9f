package io.stepgraph.runtime.client;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.Checkpoint;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.RunLook;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one agent on one engine. {@link RunsFromState} and {@link RunsFromInput} have {@code run} and
 * {@code stream}, which take the values that the agent's start step needs, and {@code enqueue}, which stores a run for
 * a worker. The processor writes a subclass {@code Runs} for every agent, with a method for each interrupt that answers
 * it, {@code answerApprove} for {@code approve}, and methods for each mailbox, {@code tellServe} and {@code askServe}
 * for {@code serve}; and a subclass {@code Children} for its runs that calls of other agents have started, which has
 * all but the starts. Safe for use by many threads.
 *
 * <p>{@code run}, {@code stream} and {@code enqueue} start a run if there is none with this id (R3). They throw
 *
 * <ul>
 *   <li>{@link StartConflictException} if the run is unfinished and was started with other values; the values of a
 *   supplier are not compared. Or if the run is new, its thread has had another one, and the state comes neither from
 *   a supplier nor with an input: the run would go on with the state that the other one has left (L2)
 *   <li>{@link ThreadBusyException} if the run is new and its thread has an unfinished run (I8)
 *   <li>{@link NotStorableException} if the run is new and its values cannot be stored; nothing is stored then (R12)
 *   <li>{@link RunNotFoundException} if the run that the call waits for is deleted; it is not started again
 * </ul>
 *
 * <p>Every method that returns an outcome executes steps in the calling thread until the run pauses or ends, or waits
 * while another thread or process executes them. If the calling thread is interrupted, a commit in progress is
 * completed, the engine releases the run, and the call throws {@link ErrorCode#CALL_INTERRUPTED} with the thread's
 * interrupt flag set (R9). The same happens if a step without a timeout throws an {@link InterruptedException}, or
 * leaves the flag: in the thread of the caller, the engine cannot tell this from an interrupt by the caller. In a
 * worker, and in {@code stream}, the exception fails the attempt, and the flag is cleared. If the engine is closed, the
 * call ends in the same way with {@link ErrorCode#RUNNER_CLOSED}. While a call of this process handles the run, other
 * calls join it; a step that calls its own run gets {@link ErrorCode#ILLEGAL_RUN_STATUS}.
 *
 * <p>The values of a start stay the caller's: steps work on a copy, unless the values are immutable, so the caller can
 * pass the same objects again. A custom event is reported as it was when the step emitted it.
 *
 * <p>Besides its own exceptions, every method that returns an outcome throws the following; a code here means a {@link
 * StepgraphException} with this code:
 *
 * <ul>
 *   <li>{@link ErrorCode#WRONG_GRAPH} if the run is of another graph, {@link StartConflictException} if it is of
 *       another thread than is asked for
 *   <li>{@link ErrorCode#UNKNOWN_STEP} if the run is at a step that this build does not have,
 *       {@link ErrorCode#GATE_BYPASSED} if it is at a step that this build gates and has entered it without the answer,
 *       {@link ErrorCode#CORRUPT_CHECKPOINT} if its stored data cannot be read; nothing is changed
 *   <li>{@link WaitTimeoutException} if it waits for the run longer than the {@code waitTimeout} of the engine
 *   <li>{@link ErrorCode#LEASE_LOST} if it was deleted while this call executed it; if it was only taken over, the call
 *       waits for its stop
 *   <li>{@link StoreUnavailableException} if the store does not answer: at once, or, if this call executes the run,
 *       after a lease
 *   <li>{@link ErrorCode#CALL_INTERRUPTED}, {@link ErrorCode#RUNNER_CLOSED} and {@link ErrorCode#ILLEGAL_RUN_STATUS} as
 *   above
 * </ul>
 *
 * <p>The others throw {@link ErrorCode#WRONG_GRAPH}, {@link StartConflictException},
 * {@link ErrorCode#CORRUPT_CHECKPOINT} and {@link StoreUnavailableException} for the same reasons.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 * @param <O> the {@code Outcome} of the agent
 */
public abstract class AgentRuns<S, N extends Enum<N>, O> {
    /** The same runs, untyped. For generated code, which answers runs by it without an extra call. */
    protected final RunClient<S, N> client;

    private final GraphDefinition<?, S, ?, N, O> graph;

    /**
     * Supports generated code.
     *
     * @param graph the graph
     * @param client its runs
     */
    protected AgentRuns(GraphDefinition<?, S, ?, N, O> graph, RunClient<S, N> client) {
        this.client = Objects.requireNonNull(client, "client");
        this.graph = Objects.requireNonNull(graph, "graph");
    }

    /**
     * Gives a stop the types of the agent. Supports generated code.
     *
     * @param outcome the untyped outcome
     * @return the same, typed
     */
    protected final O outcome(RunOutcome<N> outcome) {
        return graph.outcome(outcome);
    }

    // Subclasses have answerX, streamX and submitX for each interrupt X, and tellX and askX for each mailbox X: no
    // inherited name begins so and continues.

    /**
     * Returns the same runs, in the name of this actor (W1): the store keeps the name of who starts, answers, forks,
     * retries, cancels, changes a mode or labels, or resolves an effect. Without an actor, no name is stored.
     *
     * @param actor who calls
     * @return the client
     * @throws IllegalArgumentException if a store cannot keep the name
     */
    public abstract AgentRuns<S, N, O> as(Actor actor);

    /**
     * Returns the same runs, which are started with these options.
     *
     * @param options how runs are started
     * @return the client
     */
    public abstract AgentRuns<S, N, O> with(StartOptions options);

    /**
     * Executes an existing run until it pauses or ends.
     *
     * @param id the run's id
     * @return the outcome
     * @throws RunNotFoundException if there is none
     */
    public final O resume(String id) {
        return graph.outcome(client.resume(id));
    }

    /**
     * Waits until a run pauses or ends, and executes nothing: for a program whose runs are executed by workers (L5).
     *
     * @param id the run's id
     * @return the outcome; at once if the run waits already, for an answer, for a time or in front of a step
     * @throws RunNotFoundException if there is none
     * @throws StepgraphException with {@link ErrorCode#AWAIT_IN_STEP} in a step of a run of the same store
     */
    public final O await(String id) {
        return graph.outcome(client.await(id));
    }

    /**
     * Enters the visit that failed once more, with new attempts and a new budget (R7). After
     * {@link StoreUnavailableException} the visit may be open nevertheless: {@link #resume} then continues the run, or
     * returns that it is still failed.
     *
     * @param id the id of a failed run
     * @return the outcome
     * @throws RunNotFoundException if there is none
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has not failed
     * @throws ThreadBusyException if the thread has had another run since
     */
    public final O retry(String id) {
        return graph.outcome(client.retry(id));
    }

    /**
     * Answers a question in JSON and executes the run until it pauses or ends (I4). After {@link #as}, the name of the
     * actor is stored with the answer and included in its event (I6).
     *
     * @param ticketId the text of the ticket
     * @param json the answer; if several kinds are accepted, {@code @type} names the kind, or {@code ["Kind", value]}
     * @return the outcome
     * @throws StaleAnswerException if the ticket is no longer good
     * @throws AnswerNotPermittedException if the actor may not answer; the run still waits
     * @throws InvalidAnswerException if the text is not one of the answers, which the message tells by the field, or the
     *     step that takes it refuses it; the run still waits
     * @throws NotStorableException if the answer is too large; the run still waits
     */
    public final O answer(String ticketId, String json) {
        return graph.outcome(client.answer(ticketId, json));
    }

    /**
     * Executes an existing run in another thread until it pauses or ends, and streams its events from now on, custom
     * events at once (V3). A reader never slows the run, as {@link OutcomeStream} describes.
     *
     * @param id the run's id
     * @return a stream that ends at the stop and then knows the outcome; close it. The iterator and {@code outcome()}
     *     throw the exceptions of {@code resume}
     * @throws RunNotFoundException if there is no such run
     */
    public final OutcomeStream<O> stream(String id) {
        return client.stream(id, graph::outcome);
    }

    /**
     * Looks where a run is, executing nothing.
     *
     * @param id the run's id
     * @return the outcome; empty while the run is executed, or if its process died
     * @throws RunNotFoundException if there is none
     */
    public final Optional<O> outcome(String id) {
        RunOutcome<N> outcome = client.outcome(id);
        return outcome == null ? Optional.empty() : Optional.of(graph.outcome(outcome));
    }

    /**
     * The events of a run from the first one: stored events, then future ones (V4).
     *
     * @param id the run's id
     * @return a stream that ends with the run; close it
     * @throws RunNotFoundException if there is no such run
     */
    public final RunStream events(String id) {
        return client.events(id);
    }

    /**
     * The events of a run from a cursor on, in any process (V4).
     *
     * @param id the run's id
     * @param after the position to continue from, such as the cursor of the last event that the caller has seen
     * @return a stream that ends with the run; close it
     * @throws RunNotFoundException if there is no such run, or the cursor is of an earlier one of this id
     */
    public final RunStream subscribe(String id, EventCursor after) {
        return client.subscribe(id, after);
    }

    /**
     * Looks at a run, at any time, also while a step works (Q4). Executes nothing, and reads no value of the run.
     *
     * <pre>{@code
     * runs.look("order-7").ifPresent(look -> log.info("{} at {}", look.status(), look.step()));
     * }</pre>
     *
     * @param id the id of a run of any thread
     * @return where it stands; empty if there is no such run
     */
    public final Optional<RunLook> look(String id) {
        return Optional.ofNullable(client.look(id));
    }

    /**
     * Adds, replaces or removes labels of an unfinished run. A change that makes no difference stores nothing.
     *
     * <pre>{@code
     * runs.label("order-7", Map.of("priority", "high"));
     * runs.label("order-7", Collections.singletonMap("priority", null)); // removes it
     * }</pre>
     *
     * @param id the run's id
     * @param changes the labels to add or to replace, by name; null removes one. The limits are those of
     *     {@link StartOptions#label}
     * @throws RunNotFoundException if there is none
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has ended
     * @throws IllegalArgumentException if a name or a value is empty or too long, or the run would have too many labels
     * @throws UnsupportedOperationException if the engine cannot change labels, as Temporal
     */
    public final void label(String id, Map<String, @Nullable String> changes) {
        client.label(id, changes);
    }

    /**
     * Removes a message that no step has taken yet (Q8).
     *
     * @param run the run's id
     * @param mailbox the mailbox
     * @param id the id of the message
     * @return whether it was removed; false if the run has taken it, or there is none
     * @throws RunNotFoundException if there is no such run
     * @throws IllegalArgumentException if the step is no mailbox
     */
    public final boolean withdraw(String run, N mailbox, String id) {
        return client.withdraw(run, mailbox, id);
    }

    /**
     * Changes the mode of a run (M1). A parked run continues in a worker, or with its next {@code run} or
     * {@code resume}, where {@code maxMode} allows it.
     *
     * @param id the run's id
     * @param mode its mode from the next step on
     * @throws RunNotFoundException if there is none
     */
    public final void mode(String id, PermissionMode mode) {
        client.mode(id, mode);
    }

    /**
     * Cancels a run (L6). A run that is paused, or whose owner is dead, ends at once. A step that this engine executes
     * is interrupted at once. Another owner notices the cancel at its next commit or when it renews the lease, within
     * half of the length of the lease. A step that does not stop then is left alone (R9): no later than another quarter
     * after that its run has ended without it. A run that has ended stays as it ended.
     *
     * @param id the run's id
     * @throws RunNotFoundException if there is none
     */
    public final void cancel(String id) {
        client.cancel(id);
    }

    /**
     * The effects of a run that are in doubt, for a person to resolve (E4).
     *
     * @param id the run's id
     * @return the effects; empty if no effect is in doubt
     * @throws RunNotFoundException if there is no such run
     */
    public final List<EffectInDoubt> effectsInDoubt(String id) {
        return client.effectsInDoubt(id);
    }

    /**
     * Removes a run that has ended, and all that belongs to it. The same id then starts a new run.
     *
     * @param id the run's id
     * @return whether there was one
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has not ended; cancel it first. Or if
     *     it has ended with an effect in doubt; resolve it first ({@link #effectsInDoubt})
     */
    public final boolean delete(String id) {
        return client.delete(id);
    }

    /**
     * The history of a run: its checkpoint at the entry of each visit, the first visit first (S3). For runs that are
     * started with {@code Retention.KEEP_HISTORY}. The stream reads page by page; the run may be executed meanwhile.
     *
     * @param id the run's id
     * @return the checkpoints
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CHECKPOINT_NOT_FOUND} if the run keeps no history
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} from the stream, if a checkpoint cannot be
     *     read; the message names the visit
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} from the stream, if this build does not have a
     *     step
     */
    public final Stream<Checkpoint<S, N>> history(String id) {
        return client.history(id);
    }

    /**
     * Creates a run that begins at a checkpoint of another run (S3). The new run is queued: a worker executes it, or
     * {@code resume}. It performs its own effects, so that those after the checkpoint happen again, unless they have a
     * business key. Answers before the checkpoint count for it, marked as inherited. If the step is an interrupt, the
     * new run asks again, with a new ticket. The new run belongs to no thread; its mode, deadline and retention are
     * those of a new run, and its labels {@code forked-from} and {@code forked-visit} name the checkpoint. The same
     * fork may be asked for again, and then changes nothing.
     *
     * @param id the id of the run with the checkpoint, in any status
     * @param visit the visit of the checkpoint
     * @param newId the id of the new run
     * @throws RunNotFoundException if there is no such run
     * @throws StepgraphException with {@link ErrorCode#CHECKPOINT_NOT_FOUND} if there is no checkpoint of this visit
     * @throws StartConflictException if there is an unfinished run with the new id that is not a fork of this
     *     checkpoint
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the checkpoint cannot be read
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} if this build does not have the step
     * @throws StepgraphException with {@link ErrorCode#GATE_BYPASSED} if this build gates the step, and the run had
     *     entered it without the answer
     */
    public final void fork(String id, long visit, String newId) {
        client.fork(id, visit, newId);
    }
}
