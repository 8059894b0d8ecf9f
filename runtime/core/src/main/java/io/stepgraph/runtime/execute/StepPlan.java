package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepSpec;

/** One step laid out for the loop: what is asked at every visit is a field. */
final class StepPlan<N extends Enum<N>> {
    final StepSpec<N> spec;
    final N step;
    final int index;
    final String name;
    final PermissionMode mode;
    final boolean takesInput;
    final boolean isInterrupt;

    /** Whether a transition into it has to ask {@link GateState}. */
    final boolean hasGateState;

    /** Whether a failed attempt may be followed by another one, or by a failure step, that must not see what it changed. */
    final boolean mayBeRepeated;

    /** Zero for no limit. */
    final long timeoutNanos;

    StepPlan(StepSpec<N> spec, int index) {
        this.spec = spec;
        this.step = spec.step();
        this.index = index;
        this.name = spec.name();
        this.mode = spec.mode();
        this.takesInput = spec.input() != null;
        this.isInterrupt = spec.isInterrupt();
        this.hasGateState = GateState.areKeptOf(spec);
        this.mayBeRepeated = spec.retry() != null || spec.onFailure() != null;
        this.timeoutNanos =
                spec.timeout() == null ? 0 : Time.nanos(spec.timeout().length());
    }
}
