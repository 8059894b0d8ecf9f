package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;

/** Words why a step is held back by the mode (M2). */
final class ModeGate {
    private ModeGate() {}

    static String reason(StepPlan<?> step, PermissionMode mode) {
        return "Step '" + step.name + "' requires " + step.mode + " mode; current mode is " + mode + ".";
    }
}
