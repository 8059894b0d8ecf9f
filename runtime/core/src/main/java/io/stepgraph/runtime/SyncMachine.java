package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.execute.MachineCore;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run without store and threads: each call runs to the next stop and returns it. Deterministic; retries run without
 * delay, timeouts do not apply, and there are at most 1,000 visits between two stops (R8). Users see it as the
 * {@link AgentMachine} of their agent. Not safe for use by many threads at once.
 *
 * @param <A> the agent class
 * @param <S> the state
 * @param <E> the signals
 * @param <N> the enum of steps
 */
public final class SyncMachine<A, S, E, N extends Enum<N>> {
    private final MachineCore<A, S, E, N> core;

    private SyncMachine(MachineCore<A, S, E, N> core) {
        this.core = core;
    }

    /**
     * A machine that has not been started and whose signals nobody hears.
     *
     * @param graph the graph
     * @param agent the agent
     * @param mode the mode of the run
     */
    public static <A, S, E, N extends Enum<N>> SyncMachine<A, S, E, N> of(
            Graph<A, S, E, N> graph, A agent, PermissionMode mode) {
        return of(graph, agent, mode, new Unheard());
    }

    /**
     * A machine that has not been started.
     *
     * @param graph the graph
     * @param agent the agent
     * @param mode the mode of the run
     * @param signals receives what steps emit
     */
    public static <A, S, E, N extends Enum<N>> SyncMachine<A, S, E, N> of(
            Graph<A, S, E, N> graph, A agent, PermissionMode mode, Consumer<? super E> signals) {
        return new SyncMachine<>(core(graph, agent, mode, signals));
    }

    /**
     * Starts the run.
     *
     * @param state the state it starts with
     * @param input the input of the start step; null if it takes none
     * @throws WrongStatus if it was started before
     */
    public Stop<N> start(S state, @Nullable Object input) {
        return core.start(Objects.requireNonNull(state, "state"), input);
    }

    /**
     * Tells whether the question that waits accepts such an answer.
     *
     * @param answer the answer
     * @return false if it does not, or if no question waits
     */
    public boolean accepts(Object answer) {
        return core.accepts(Objects.requireNonNull(answer, "answer"));
    }

    /**
     * Answers the question that waits.
     *
     * @param answer the answer
     * @throws WrongStatus if no question waits
     * @throws InvalidAnswer if it does not accept this
     */
    public Stop<N> answer(Object answer) {
        return core.answer(Objects.requireNonNull(answer, "answer"));
    }

    /**
     * Answers the question of one interrupt.
     *
     * @param interrupt the interrupt
     * @param answer the answer
     * @throws WrongStatus if it is not the one that waits
     */
    public Stop<N> answer(N interrupt, Object answer) {
        return core.answer(Objects.requireNonNull(interrupt, "interrupt"), Objects.requireNonNull(answer, "answer"));
    }

    /**
     * Lets the question that waits expire.
     *
     * @throws WrongStatus if no question waits, or it does not expire
     */
    public Stop<N> expire() {
        return core.expire();
    }

    /**
     * Changes the mode and, if the run is parked, goes on.
     *
     * @param mode the mode from the next step on
     * @return where the run rests
     */
    public Stop<N> mode(PermissionMode mode) {
        return core.mode(Objects.requireNonNull(mode, "mode"));
    }

    /**
     * Where the run rests.
     *
     * @throws WrongStatus if it was not started
     */
    public Stop<N> stop() {
        return core.stop();
    }

    /** The whole run as JSON, to be restored between any two calls. */
    public String snapshot() {
        return core.snapshot();
    }

    /**
     * A machine that goes on where {@link #snapshot} was taken and whose signals nobody hears.
     *
     * @param snapshot what it gave
     * @throws CorruptCheckpoint if it cannot be read
     * @throws UnknownStep if it stands at a step that this build does not have
     * @throws WrongGraph if it is of another graph
     */
    public static <A, S, E, N extends Enum<N>> SyncMachine<A, S, E, N> restore(
            Graph<A, S, E, N> graph, A agent, PermissionMode mode, String snapshot) {
        return restore(graph, agent, mode, new Unheard(), snapshot);
    }

    /**
     * A machine that goes on where {@link #snapshot} was taken.
     *
     * @param snapshot what it gave
     * @throws CorruptCheckpoint if it cannot be read
     * @throws UnknownStep if it stands at a step that this build does not have
     * @throws WrongGraph if it is of another graph
     */
    public static <A, S, E, N extends Enum<N>> SyncMachine<A, S, E, N> restore(
            Graph<A, S, E, N> graph, A agent, PermissionMode mode, Consumer<? super E> signals, String snapshot) {
        MachineCore<A, S, E, N> core = core(graph, agent, mode, signals);
        core.restore(Objects.requireNonNull(snapshot, "snapshot"));
        return new SyncMachine<>(core);
    }

    private static <A, S, E, N extends Enum<N>> MachineCore<A, S, E, N> core(
            Graph<A, S, E, N> graph, A agent, PermissionMode mode, Consumer<? super E> signals) {
        return new MachineCore<>(
                Objects.requireNonNull(graph, "graph"),
                Objects.requireNonNull(agent, "agent"),
                Objects.requireNonNull(mode, "mode"),
                Objects.requireNonNull(signals, "signals"));
    }

    /** A class and no lambda, which would cost a start more than all the rest of the machine. */
    private static final class Unheard implements Consumer<@Nullable Object> {
        @Override
        public void accept(@Nullable Object signal) {}
    }
}
