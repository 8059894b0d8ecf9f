package io.stepgraph.runtime.client;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.RunOutcome;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one graph, untyped: an {@link Engine} implements it, and the {@link AgentRuns} of an agent give it types. Each
 * method promises what {@link AgentRuns} says of the method with the same name. Safe for use by many threads.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 */
public interface RunClient<S, N extends Enum<N>> {

    /**
     * Brings a run to its next stop. Starts it if there is none with this id; else compares what it was started with (R3).
     *
     * @param input what the start step takes; null if it takes nothing
     */
    RunOutcome<N> run(String id, S state, @Nullable Object input);

    /**
     * Brings a run to its next stop. Starts it if there is none with this id; else calls neither supplier.
     *
     * @param input gives what the start step takes; null if it takes nothing
     */
    RunOutcome<N> run(String id, Supplier<? extends S> state, @Nullable Supplier<?> input);

    /** Brings an existing run to its next stop. */
    RunOutcome<N> resume(String id);

    /** Enters the failed visit of a run again (R7). */
    RunOutcome<N> retry(String id);

    /** Answers a question and brings the run to its next stop (I2, I3). */
    RunOutcome<N> answer(Ticket ticket, Object answer);

    /**
     * Answers a question in somebody's name (I6) and brings the run to its next stop. If the same answer is given again,
     * the first name stays.
     */
    RunOutcome<N> answer(Ticket ticket, Object answer, String by);

    /** Answers a question in JSON and brings the run to its next stop (I4). */
    RunOutcome<N> answer(String ticketId, String json);

    /** Answers a question in JSON and in somebody's name (I4, I6), and brings the run to its next stop. */
    RunOutcome<N> answer(String ticketId, String json, String by);

    /** The events of a run from the first one on (V4). */
    RunStream events(String id);

    /** The events of a run after a cursor (V4). */
    RunStream subscribe(String id, EventCursor after);

    /**
     * Brings an existing run to its next stop in another thread and gives its events from now on (V3).
     *
     * @param outcome gives a stop its type
     */
    <O> OutcomeStream<O> stream(String id, Function<? super RunOutcome<N>, O> outcome);

    /**
     * Does in another thread what {@link #run(String, Object, Object)} does, and gives the events of the run from now on (V3).
     *
     * @param outcome gives a stop its type
     */
    <O> OutcomeStream<O> stream(String id, S state, @Nullable Object input, Function<? super RunOutcome<N>, O> outcome);

    /**
     * Does in another thread what {@link #run(String, Supplier, Supplier)} does, and gives the events of the run from now on
     * (V3).
     *
     * @param outcome gives a stop its type
     */
    <O> OutcomeStream<O> stream(
            String id,
            Supplier<? extends S> state,
            @Nullable Supplier<?> input,
            Function<? super RunOutcome<N>, O> outcome);

    /** Where a run came to rest; null while it is executed, or if it was cut off. Executes nothing. */
    @Nullable RunOutcome<N> outcome(String id);

    /** Changes the mode of a run (M1). */
    void mode(String id, PermissionMode mode, String by);

    /** Cancels a run (L6). */
    void cancel(String id, String by);

    /** Removes a run that has ended; says whether there was one. */
    boolean delete(String id);
}
