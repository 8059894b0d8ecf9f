package io.stepgraph.internal.step;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the progress of a run durable, and informs the {@link StepLoop} of outside changes between two attempts. The
 * methods are listed in the order of a visit. Their exceptions concern the run and end the loop, except where it is
 * said otherwise.
 */
public interface Checkpointer<S, N extends Enum<N>> {

    /**
     * Looks before each attempt: does this owner still hold the lease, was the run cancelled, is the runner closing,
     * was the caller interrupted, has the deadline passed?
     *
     * @return whether the attempt may be made
     */
    Progress<N> lookUp(StepCursor<S, N> cursor);

    /** The modes of the run and of its runner, as last seen. */
    ModeGate gate();

    /** The wall clock, by which a wait that ends at an instant is over or is not (Q1). */
    Instant wall();

    /**
     * Keeps the values that {@link #restore} needs, unless they are stored anyway. Called before an attempt that may be
     * repeated.
     *
     * @throws NotStorableException if a value cannot be kept; it fails the run
     */
    default void keep(StepCursor<S, N> cursor) {}

    /**
     * Writes the state and the input that the next step receives in the form in which they are stored, and stores
     * nothing. Whatever it throws fails the step without retry (R12).
     *
     * @return the same, with the values that the run continues with (R5)
     */
    StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next);

    /** Does the same for a question, a call, a wait or an end. */
    StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop);

    /**
     * Makes a result durable, of which the values were encoded just before.
     *
     * @return continue if the run enters the next step, or if it looks again instead of parking; {@link Progress.Again}
     *     if a message has come or gone since {@link #take}
     * @throws NotStorableException if the result exceeds a limit of the store; it fails the step without retry (R12)
     * @throws StepgraphException with {@link ErrorCode#START_CONFLICT} or {@link ErrorCode#FAMILY_TOO_LARGE} if a call
     *     cannot be stored; it fails the step in the same way (C2)
     */
    Progress<N> store(StepCursor<S, N> cursor, StepResult<S, N> result);

    /** Returns the way of the run from a call that has called nobody, which is no call (C2). */
    default StepResult.Next<S, N> joined(StepCursor<S, N> cursor, Transition.Call<N, S> call) {
        throw new IllegalStateException("This engine has no calls.");
    }

    /**
     * Takes the next message of the mailbox at which the run stands (Q6); {@link #store} makes that durable.
     *
     * @param state the state that the visit leaves behind
     * @return the way to the step that takes it; null if none waits, as always in an engine that looks for messages
     *     itself once the run has paused
     * @throws StepgraphException with {@link ErrorCode#UNKNOWN_STEP} or {@link ErrorCode#GATE_BYPASSED} if this build
     *     does not lead it to a step; the run was released
     */
    default StepResult.@Nullable Taken<S, N> take(StepCursor<S, N> cursor, S state) {
        return null;
    }

    /** Whether an answer has led to the visit, and no effect of it has begun, so that the step may refuse the answer (I4). */
    boolean mayRefuse(StepCursor<S, N> cursor);

    /**
     * Finds the effects of the visit that are in doubt, after an attempt with which the visit is over. They are left to
     * a person: the next result that is stored says so in the same transaction (E4).
     */
    Doubts leaveInDoubt(StepCursor<S, N> cursor);

    /**
     * The effects of a visit that are in doubt.
     *
     * @param effects the effects
     * @param callsEndIn when none of their calls can be on its way any more; zero if that is so
     */
    record Doubts(List<StepFailure.InDoubt> effects, Duration callsEndIn) {
        /** The doubts of a visit without an effect in doubt. */
        public static final Doubts NONE = new Doubts(List.of(), Duration.ZERO);
    }

    /**
     * Makes durable that another attempt follows, and waits until it is due or something comes from outside.
     *
     * @return continue if this owner makes the attempt
     * @throws NotStorableException if a custom event of the attempt exceeds a limit of the store; it fails the step
     */
    Progress<N> retry(StepCursor<S, N> cursor, Duration delay, Throwable cause);

    /**
     * Resets state and input to the values that the visit was entered with, so that changes by a failed attempt are
     * lost (R5).
     */
    void restore(StepCursor<S, N> cursor);
}
