package io.stepgraph.runtime;

import io.stepgraph.PermissionMode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run without store and threads: each call runs to the next stop and returns it. Deterministic; retries run without
 * delay and timeouts do not apply. Generated code wraps it as {@code Machine}, which is what users see. Not safe for use by
 * many threads at once.
 *
 * @param <A> the agent class
 * @param <S> the state
 * @param <E> the signals
 * @param <N> the enum of steps
 */
public final class SyncMachine<A, S, E, N extends Enum<N>> {
    private SyncMachine() {}

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
        return new SyncMachine<>();
    }

    /**
     * Starts the run.
     *
     * @param state the state it starts with
     * @param input the input of the start step; null if it takes none
     * @throws WrongStatus if it was started before
     */
    public Stop<N> start(S state, @Nullable Object input) {
        throw new UnsupportedOperationException();
    }

    /**
     * Tells whether the question that waits accepts such an answer.
     *
     * @param answer the answer
     * @return false if it does not, or if no question waits
     */
    public boolean accepts(Object answer) {
        throw new UnsupportedOperationException();
    }

    /**
     * Answers the question that waits.
     *
     * @param answer the answer
     * @throws WrongStatus if no question waits
     * @throws InvalidAnswer if it does not accept this
     */
    public Stop<N> answer(Object answer) {
        throw new UnsupportedOperationException();
    }

    /**
     * Answers the question of one interrupt.
     *
     * @param interrupt the interrupt
     * @param answer the answer
     * @throws WrongStatus if it is not the one that waits
     */
    public Stop<N> answer(N interrupt, Object answer) {
        throw new UnsupportedOperationException();
    }

    /**
     * Lets the question that waits expire.
     *
     * @throws WrongStatus if no question waits, or it does not expire
     */
    public Stop<N> expire() {
        throw new UnsupportedOperationException();
    }

    /**
     * Changes the mode and, if the run is parked, goes on.
     *
     * @param mode the mode from the next step on
     * @return where the run rests
     */
    public Stop<N> mode(PermissionMode mode) {
        throw new UnsupportedOperationException();
    }

    /**
     * Where the run rests.
     *
     * @throws WrongStatus if it was not started
     */
    public Stop<N> stop() {
        throw new UnsupportedOperationException();
    }

    /** The whole run as JSON, to be restored between any two calls. */
    public String snapshot() {
        throw new UnsupportedOperationException();
    }

    /**
     * A machine that goes on where {@link #snapshot} was taken.
     *
     * @param snapshot what it gave
     * @throws CorruptCheckpoint if it cannot be read
     * @throws UnknownStep if it stands at a step that this build does not have
     */
    public static <A, S, E, N extends Enum<N>> SyncMachine<A, S, E, N> restore(
            Graph<A, S, E, N> graph, A agent, PermissionMode mode, Consumer<? super E> signals, String snapshot) {
        return new SyncMachine<>();
    }
}
