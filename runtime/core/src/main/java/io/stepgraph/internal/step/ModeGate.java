package io.stepgraph.internal.step;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.RunOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The mode of a run on this runner (M1, M2): the lower one of its own mode and the runner's limit.
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

    /** Whether only the runner's own limit holds the step back, so that another runner may execute it (M2). */
    public boolean isHeldByRunner(StepPlan<?> step) {
        return mode.permits(step.mode) && !maxMode.permits(step.mode);
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
     * The outcome of a run that was parked before, perhaps in another mode and by another runner: the reason names the
     * present ones, so that it equals the outcome of the next call.
     *
     * @param reason why, as it was stored
     * @param required the mode that was required, as it was stored; null if a hook held the run back
     */
    public <N extends Enum<N>> RunOutcome.Parked<N> parked(
            StepPlan<N> step, String reason, @Nullable PermissionMode required) {
        return required != null || !isOpenTo(step) ? closed(step) : denied(step, reason);
    }
}
