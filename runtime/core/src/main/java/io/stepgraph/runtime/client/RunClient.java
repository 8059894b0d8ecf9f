package io.stepgraph.runtime.client;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.Checkpoint;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunLook;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one graph, untyped: an {@link Engine} implements it, and the {@link AgentRuns} of an agent give it types.
 * Each method keeps the promises of the {@link AgentRuns} method with the same name. Safe for use by many threads.
 *
 * @param <S> the state
 * @param <N> the enum of steps
 */
public interface RunClient<S, N extends Enum<N>> {

    /**
     * Executes a run until it pauses or ends. Starts it if there is no run with this id; otherwise compares the starts
     * (R3).
     *
     * @param input the input of the start step; null if it takes nothing
     */
    RunOutcome<N> run(String id, S state, @Nullable Object input);

    /**
     * Executes a run until it pauses or ends. Starts it if there is none with this id; else calls neither supplier.
     *
     * @param input gives the input of the start step; null if it takes nothing
     */
    RunOutcome<N> run(String id, Supplier<? extends S> state, @Nullable Supplier<?> input);

    /** Returns the same runs, in the name of this actor (W1). */
    RunClient<S, N> as(Actor actor);

    /** Returns the same runs, which are started with these options. */
    RunClient<S, N> with(StartOptions options);

    /**
     * Stores a run for a worker to execute (L5). If there is one with this id, compares the starts (R3).
     *
     * @param input the input of the start step; null if it takes nothing
     * @return whether this call stored it
     */
    boolean enqueue(String id, S state, @Nullable Object input);

    /**
     * Stores a run for a worker to execute (L5). If there is one with this id, calls neither supplier.
     *
     * @param input gives the input of the start step; null if it takes nothing
     * @return whether this call stored it
     */
    boolean enqueue(String id, Supplier<? extends S> state, @Nullable Supplier<?> input);

    /** Executes an existing run until it pauses or ends. */
    RunOutcome<N> resume(String id);

    /** Waits until a run pauses or ends, and executes nothing (L5). */
    RunOutcome<N> await(String id);

    /** Enters the failed visit of a run again (R7). */
    RunOutcome<N> retry(String id);

    /**
     * Answers a question and executes the run until it pauses or ends (I2, I3). If the same answer is given again, the
     * first name stays (I6).
     */
    RunOutcome<N> answer(Ticket ticket, Object answer);

    /** Answers a question in JSON and executes the run until it pauses or ends (I4). */
    RunOutcome<N> answer(String ticketId, String json);

    /** Stores an answer, and executes nothing (I4). */
    void submit(Ticket ticket, Object answer);

    /**
     * Executes {@link #answer(Ticket, Object)} in another thread, and streams the events of the run from now on (V3).
     * The answer is written at once, before the caller can change it.
     *
     * @param outcome gives a stop its type
     */
    <O> OutcomeStream<O> stream(Ticket ticket, Object answer, Function<? super RunOutcome<N>, O> outcome);

    /** Looks at a run; null if there is none (Q4). */
    @Nullable RunLook look(String id);

    /** The events of a run from the first one on (V4). */
    RunStream events(String id);

    /** The events of a run after a cursor (V4). */
    RunStream subscribe(String id, EventCursor after);

    /**
     * Executes an existing run in another thread until it pauses or ends, and streams its events from now on (V3).
     *
     * @param outcome gives a stop its type
     */
    <O> OutcomeStream<O> stream(String id, Function<? super RunOutcome<N>, O> outcome);

    /**
     * Executes {@link #run(String, Object, Object)} in another thread, and streams the events of the run from now on
     * (V3).
     *
     * @param outcome gives a stop its type
     */
    <O> OutcomeStream<O> stream(String id, S state, @Nullable Object input, Function<? super RunOutcome<N>, O> outcome);

    /**
     * Executes {@link #run(String, Supplier, Supplier)} in another thread, and streams the events of the run from now
     * on (V3).
     *
     * @param outcome gives a stop its type
     */
    <O> OutcomeStream<O> stream(
            String id,
            Supplier<? extends S> state,
            @Nullable Supplier<?> input,
            Function<? super RunOutcome<N>, O> outcome);

    /** The outcome of a run; null while it is executed, or if its process died. Executes nothing. */
    @Nullable RunOutcome<N> outcome(String id);

    /**
     * Gives a command to a run (L7).
     *
     * @param command makes the command, with the name of the actor
     */
    void command(String id, Function<String, RunCommand> command);

    /** Changes the mode of a run (M1). */
    default void mode(String id, PermissionMode mode) {
        command(id, by -> new RunCommand.SetMode(mode, by));
    }

    /** Cancels a run (L6). */
    default void cancel(String id) {
        command(id, RunCommand.Cancel::new);
    }

    /** Changes labels of a run. */
    default void label(String id, Map<String, @Nullable String> changes) {
        command(id, by -> new RunCommand.SetLabels(changes, by));
    }

    /**
     * Returns the runs of an agent that calls of this graph name, which only calls start.
     *
     * @param agent its name
     */
    default RunClient<?, ?> called(String agent) {
        throw new UnsupportedOperationException("This engine has no calls.");
    }

    /**
     * Stores a message (Q5). For generated code.
     *
     * @param run the id of the run
     * @param id the id of the message
     */
    void tell(String run, N mailbox, String id, Object message);

    /** Stores a message, executes the run as {@link #resume} does, and returns the reply (Q10). For generated code. */
    Object ask(String run, N mailbox, String id, AsksFor<?> message);

    /** Removes a message that no step has taken yet; says whether there was one (Q8). */
    boolean withdraw(String run, N mailbox, String id);

    /** The checkpoints of a run by visit (S3). */
    Stream<Checkpoint<S, N>> history(String id);

    /** Creates a run that begins at a checkpoint of another one (S3). */
    void fork(String id, long visit, String newId);

    /** The effects of a run that a person has to resolve (E4). */
    List<EffectInDoubt> effectsInDoubt(String id);

    /** Removes a run that has ended; says whether there was one. */
    boolean delete(String id);
}
