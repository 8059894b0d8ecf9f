package io.stepgraph.runtime.step.plan;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.RunOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What a run may do here (M1, M2): as much as its own mode permits, and no more than its runner allows.
 *
 * @param mode the run's mode
 * @param maxMode the runner's ceiling
 */
public record ModeGate(PermissionMode mode, PermissionMode maxMode) {

    /** The mode in which steps are executed. */
    public PermissionMode effective() {
        return mode.lowerOf(maxMode);
    }

    public boolean isOpenTo(StepPlan<?> step) {
        return mode.permits(step.mode) && maxMode.permits(step.mode);
    }

    /** Why a step is held back, in words; or that it is no longer, for a gate that has opened since. */
    public String reason(StepPlan<?> step) {
        String needed = "Step '" + step.name + "' requires " + step.mode + " mode; current mode is " + mode;
        if (!mode.permits(step.mode)) {
            return needed + ".";
        }
        return maxMode.permits(step.mode)
                ? needed + ". The mode no longer holds the run back: run or resume it."
                : needed + ", but the runner's maxMode is " + maxMode + ".";
    }

    /** The run is parked in front of a step that this gate does not open to. */
    public <N extends Enum<N>> RunOutcome.Parked<N> closed(StepPlan<N> step) {
        return new RunOutcome.Parked<>(step.step, reason(step), step.mode, mode, maxMode);
    }

    /** The run is parked in front of a step that a hook holds back. */
    public <N extends Enum<N>> RunOutcome.Parked<N> denied(StepPlan<N> step, String reason) {
        return new RunOutcome.Parked<>(step.step, reason, null, mode, maxMode);
    }

    /**
     * The run was parked before, in a mode and by a runner that may have been other ones: tells it by those of now, so that
     * it reads like the outcome of the next call.
     *
     * @param reason why, as it was stored
     * @param required the mode that was required, as it was stored; null if a hook held the run back
     */
    public <N extends Enum<N>> RunOutcome.Parked<N> parked(
            StepPlan<N> step, String reason, @Nullable PermissionMode required) {
        return required != null || !isOpenTo(step) ? closed(step) : denied(step, reason);
    }
}
