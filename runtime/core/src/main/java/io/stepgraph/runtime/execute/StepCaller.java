package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Transition;
import org.jspecify.annotations.Nullable;

/** Makes one attempt of a step. */
interface StepCaller<S, N extends Enum<N>> {

    /**
     * Calls the method of the step.
     *
     * @param at the visit
     * @param state the state it gets
     * @param input the input it gets
     * @param mode the effective mode
     * @return what it chose
     * @throws Voided if the attempt was abandoned for a reason that lies outside the step, whatever the step did
     * @throws Unconfirmed if it was not begun, since the run may not be this runner's any more
     * @throws StepTimeout if it took too long
     * @throws Exception whatever the step throws
     */
    Transition<N, S> call(Position<S, N> at, S state, @Nullable Object input, PermissionMode mode) throws Exception;
}
