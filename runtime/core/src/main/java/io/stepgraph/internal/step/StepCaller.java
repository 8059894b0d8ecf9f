package io.stepgraph.internal.step;

import io.stepgraph.PermissionMode;
import org.jspecify.annotations.Nullable;

/** Makes one attempt of a step. */
@FunctionalInterface
public interface StepCaller<S, N extends Enum<N>> {

    /**
     * Calls the method of the step. Exceptions of the step are part of the result; an exception of this method ends the
     * loop.
     *
     * @param cursor the visit
     * @param state the state that the step receives
     * @param input the input that the step receives
     * @param mode the effective mode
     */
    AttemptResult<S, N> call(StepCursor<S, N> cursor, S state, @Nullable Object input, PermissionMode mode);
}
