package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one graph on one runner, untyped. Users see it as the {@link AgentRuns} of their agent. Safe for
 * use by many threads.
 *
 * <p>Every method that brings a run to its next stop executes steps in the calling thread, or waits while another thread or
 * process does. If that thread is interrupted, what is being stored is stored, the run is given back as {@code QUEUED}
 * without an attempt or a crash counted, and the call throws {@link CallInterrupted} with the thread's interrupt flag set
 * (R9); if the runner is closed, it throws {@link RunnerClosed} likewise. A call that comes while another one in this
 * process has the run in hand joins it; a step that asks for its own run is told {@link WrongStatus}.
 *
 * <p>Besides what it names itself, every method that brings a run to its next stop throws
 *
 * <ul>
 *   <li>{@link WrongGraph} if the run is of another graph, {@link StartConflict} if it is of another thread than is asked for
 *   <li>{@link UnknownStep} if it stands at a step that this build does not have, {@link CorruptCheckpoint} if what is stored
 *       of it cannot be read; nothing is touched then
 *   <li>{@link RunBusy} if it comes to no stop within {@link Runner.Builder#attachLimit} while another call executes it, here
 *       or elsewhere, or while it waits for another attempt
 *   <li>{@link LeaseLost} if it was deleted while this call executed it; if it was only taken over, the call waits for its stop
 *   <li>{@link StoreUnavailable} if the store does not answer: at once, or, if this call executes the run, after a lease
 *   <li>{@link CallInterrupted}, {@link RunnerClosed} and {@link WrongStatus} as told above
 * </ul>
 *
 * <p>The others throw {@link WrongGraph}, {@link StartConflict}, {@link CorruptCheckpoint} and {@link StoreUnavailable} for the
 * same reasons.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 */
public interface RunClient<S, N extends Enum<N>> {

    /**
     * Brings a run to its next stop, starting it if there is none of this id (R3).
     *
     * @param id the run's id
     * @param state the state a new run starts with
     * @param input the input of the start step; null if it takes none
     * @return where the run came to rest
     * @throws StartConflict if the run was started with other values, or in another thread
     * @throws ThreadBusy if the run is new and its thread has one that has not ended (I8)
     * @throws WrongGraph if the run, or its thread, is of another graph
     * @throws UnstorableState if the run is new and cannot be stored as it is given; nothing was stored (R12)
     * @throws IllegalArgumentException if the start step takes an input and none is given, or the reverse
     * @throws RunNotFound if the run is gone that this call waited for, such as one that is {@linkplain
     *     Retention#DELETE_ON_END removed by its end}; it is not started anew
     */
    Stop<N> run(String id, S state, @Nullable Object input);

    /**
     * Brings a run to its next stop, starting it if there is none of this id. Neither calls the supplier nor compares if
     * the run exists.
     *
     * @param id the run's id
     * @param state gives the state a new run starts with
     * @param input gives the input of the start step; null if it takes none
     * @return where the run came to rest
     * @throws StartConflict if the run was started in another thread
     * @throws ThreadBusy if the run is new and its thread has one that has not ended (I8)
     * @throws WrongGraph if the run, or its thread, is of another graph
     * @throws UnstorableState if the run is new and cannot be stored as it is given; nothing was stored (R12)
     * @throws IllegalArgumentException if the start step takes an input and none is given, or the reverse
     */
    Stop<N> run(String id, Supplier<? extends S> state, @Nullable Supplier<?> input);

    /**
     * Brings an existing run to its next stop.
     *
     * @param id the run's id
     * @return where the run came to rest
     * @throws RunNotFound if there is none
     */
    Stop<N> resume(String id);

    /**
     * Enters the visit that failed once more, with new attempts and a new budget (R7).
     *
     * @param id the id of a failed run
     * @return where the run came to rest
     * @throws RunNotFound if there is none
     * @throws WrongStatus if it has not failed
     * @throws ThreadBusy if its thread has gone on since
     */
    Stop<N> retry(String id);

    /**
     * Answers a question and brings the run to its next stop (I2, I3).
     *
     * @param ticket the right to answer
     * @param answer the answer
     * @return where the run came to rest
     * @throws StaleAnswer if the ticket is no longer good
     * @throws InvalidAnswer if the interrupt does not accept this
     * @throws UnstorableState if the answer is too large; the run still waits
     */
    Stop<N> answer(Ticket ticket, Object answer);

    /**
     * Answers a question in somebody's name, which is stored and told with the answer (I6), and brings the run to its next
     * stop. The same answer again, whoever gives it, changes nothing: the first one's name stays.
     *
     * @param ticket the right to answer
     * @param answer the answer
     * @param by who answers
     * @return where the run came to rest
     * @throws StaleAnswer if the ticket is no longer good
     * @throws InvalidAnswer if the interrupt does not accept this
     */
    Stop<N> answer(Ticket ticket, Object answer, String by);

    /**
     * Answers a question in JSON and brings the run to its next stop (I4). Where several kinds of answer are accepted, an
     * object tells which it is by {@code @type}, as in {@code {"@type": "Rejected", "why": "too long"}}; what is no object
     * stands behind its kind, as in {@code ["Boolean", true]}, or alone, as {@code true}, if only one kind is a JSON text,
     * number or boolean such as this.
     *
     * @param ticketId the text of the ticket
     * @param json the answer
     * @return where the run came to rest
     * @throws StaleAnswer if the ticket is no longer good
     * @throws InvalidAnswer if the text is none of the answers; the message names the field
     * @throws UnstorableState if the answer is too large; the run still waits
     */
    Stop<N> answer(String ticketId, String json);

    /**
     * Answers a question in JSON and in somebody's name (I4, I6), and brings the run to its next stop.
     *
     * @param ticketId the text of the ticket
     * @param json the answer
     * @param by who answers
     * @return where the run came to rest
     * @throws StaleAnswer if the ticket is no longer good
     * @throws InvalidAnswer if the text is none of the answers; the message names the field
     */
    Stop<N> answer(String ticketId, String json, String by);

    /**
     * The events of a run from the first one on (V4).
     *
     * @param id the run's id
     * @return a stream that ends with the run; close it
     * @throws RunNotFound if there is no such run
     */
    RunStream events(String id);

    /**
     * The events of a run from a cursor on, in any process (V4).
     *
     * @param id the run's id
     * @param after where to go on
     * @return a stream that ends with the run; close it
     * @throws RunNotFound if there is no such run, or the cursor is of an earlier one of this id
     */
    RunStream subscribe(String id, EventCursor after);

    /**
     * Brings an existing run to its next stop, in another thread, and gives what happens to it from now on (V3). A slow
     * reader slows the run down a little, as {@link OutcomeStream} tells.
     *
     * @param id the run's id
     * @param outcome gives a stop its type
     * @return a stream that ends at the stop; close it. What {@code resume} would throw, its iterator and its outcome do
     * @throws RunNotFound if there is no such run
     */
    <O> OutcomeStream<O> stream(String id, Function<? super Stop<N>, O> outcome);

    /**
     * Brings a run to its next stop, in another thread, starting it if there is none of this id, and gives what happens to it
     * from now on (V3).
     *
     * @param id the run's id
     * @param state the state a new run starts with
     * @param input the input of the start step; null if it takes none
     * @param outcome gives a stop its type
     * @return a stream that ends at the stop; close it. What {@code run} would throw, its iterator and its outcome do
     * @throws WrongGraph if there is such a run, and it is of another graph
     * @throws StartConflict if it is of another thread
     */
    <O> OutcomeStream<O> stream(String id, S state, @Nullable Object input, Function<? super Stop<N>, O> outcome);

    /**
     * The same with values that are asked for only if the run does not exist.
     *
     * @param id the run's id
     * @param state gives the state a new run starts with
     * @param input gives the input of the start step; null if it takes none
     * @param outcome gives a stop its type
     * @return a stream that ends at the stop; close it. What {@code run} would throw, its iterator and its outcome do
     * @throws WrongGraph if there is such a run, and it is of another graph
     * @throws StartConflict if it is of another thread
     */
    <O> OutcomeStream<O> stream(
            String id, Supplier<? extends S> state, @Nullable Supplier<?> input, Function<? super Stop<N>, O> outcome);

    /**
     * Looks where a run is, executing nothing.
     *
     * @param id the run's id
     * @return where it came to rest; null if it is being executed or was cut off
     * @throws RunNotFound if there is none
     */
    @Nullable Stop<N> outcome(String id);

    /**
     * Changes the mode of a run (M1). A run that was parked goes on at its next {@code run} or {@code resume}, on a runner
     * whose {@link Runner.Builder#maxMode maxMode} allows as much.
     *
     * @param id the run's id
     * @param mode its mode from the next step on
     * @param by who changes it
     * @throws RunNotFound if there is none
     */
    void mode(String id, PermissionMode mode, String by);

    /**
     * Cancels a run (L6). A run at rest, or whose owner is dead, ends at once. A step that this runner executes is interrupted
     * at once; one that is executed elsewhere when its owner next looks: at its next commit, or when it renews the lease, within
     * half of {@link Runner.Builder#lease}. A step that does not stop then is left alone (R9): no later than another quarter
     * after that its run has ended without it. A run that has ended stays as it ended.
     *
     * @param id the run's id
     * @param by who cancels it
     * @throws RunNotFound if there is none
     */
    void cancel(String id, String by);

    /**
     * Removes a run that has ended, and all that belongs to it. The same id then starts anew.
     *
     * @param id the run's id
     * @return whether there was one
     * @throws WrongStatus if it has not ended; cancel it first
     */
    boolean delete(String id);
}
