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
        return effective().permits(step.mode);
    }

    /**
     * Whether a run that was parked may be executed.
     *
     * @param parkedFor the mode that it was parked for; null if it was parked for none
     * @param isBegun whether an attempt of the visit was begun
     */
    public boolean isOpenTo(StepPlan<?> step, @Nullable PermissionMode parkedFor, boolean isBegun) {
        return effective().permits(required(step, parkedFor, isBegun));
    }

    /** Whether only the runner's own limit holds the run back, so that another runner may execute it (M1). */
    public boolean isHeldByRunner(PermissionMode required) {
        return mode.permits(required) && !maxMode.permits(required);
    }

    /** Why a step is held back, in words; or that it is no longer, for a gate that has opened since. */
    public String reason(StepPlan<?> step, PermissionMode required) {
        String needed = "Step '" + step.name + "' requires " + required + " mode; current mode is " + mode;
        if (!mode.permits(required)) {
            return needed + ".";
        }
        return maxMode.permits(required)
                ? needed + ". The mode no longer holds the run back: run or resume it."
                : needed + ", but the runner's maxMode is " + maxMode + ".";
    }

    /**
     * The mode that a parked run waits for: what its step declares in this build, or, if that is more, what an attempt
     * of it has required. Before any attempt, it was parked for what its step declared then (M2).
     */
    private static PermissionMode required(StepPlan<?> step, @Nullable PermissionMode parkedFor, boolean isBegun) {
        return parkedFor == null || !isBegun || step.mode.permits(parkedFor) ? step.mode : parkedFor;
    }

    /** The run is parked because this gate does not open to its step. */
    public <N extends Enum<N>> RunOutcome.Parked<N> closed(
            StepPlan<N> step, @Nullable PermissionMode parkedFor, boolean isBegun) {
        PermissionMode required = required(step, parkedFor, isBegun);
        return new RunOutcome.Parked<>(step.step, reason(step, required), required, mode, maxMode);
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
     * @param parkedFor the mode that was required, as it was stored; null if a hook held the run back
     * @param isBegun whether an attempt of the visit was begun
     */
    public <N extends Enum<N>> RunOutcome.Parked<N> parked(
            StepPlan<N> step, String reason, @Nullable PermissionMode parkedFor, boolean isBegun) {
        return parkedFor != null || !isOpenTo(step) ? closed(step, parkedFor, isBegun) : denied(step, reason);
    }
}
