package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.Stop;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What of a run becomes durable, and how the world outside reaches a run between two attempts. Its methods are listed in the
 * order of a visit. What they throw concerns the run, never the step, except in {@link #encode} and for a limit of the store.
 */
interface Journal<S, N extends Enum<N>> {

    /**
     * Looks up before an attempt: still the owner? cancelled? closing? the caller interrupted? the deadline passed?
     *
     * @return where the run comes to rest without the attempt; null to go on
     */
    @Nullable Stop<N> lookUp(Position<S, N> at);

    /** What the run may do here, as last seen. */
    ModeGate gate();

    /** Keeps what {@link #restore} needs, if it is not kept anyway. Called before an attempt that may be repeated. */
    void keep(Position<S, N> at);

    /**
     * Writes the values that a visit leaves behind as JSON, storing nothing. Whatever it throws fails the step, not to be
     * retried (R12).
     */
    void encode(Position<S, N> at, Departure<S, N> departure);

    /**
     * Makes durable what was encoded. A failure and a park are not encoded before. An {@link
     * io.stepgraph.runtime.UnstorableState} that the store throws for a limit of its own is the step's (R12).
     *
     * @return where the run has come to rest; null to go on at the target, or, instead of parking, to look
     *     again; a failure, a question and an end are always a stop
     */
    @Nullable Stop<N> store(Position<S, N> at, Departure<S, N> departure);

    /**
     * Makes durable that another attempt follows, and waits until it is due or something comes from outside.
     *
     * @return where the run has come to rest instead; null to go on
     */
    @Nullable Stop<N> retry(Position<S, N> at, Duration delay, Throwable cause);

    /** Whether an attempt was begun that no commit has told of: it may have changed the state, and emitted signals. */
    boolean isAttempted();

    /** Sets state and input to what they were when the visit was entered: nothing of a failed attempt is seen (R5). */
    void restore(Position<S, N> at);
}
