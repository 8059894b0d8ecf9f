package io.stepgraph.runtime.execute;

import java.util.concurrent.TimeoutException;

/** A step took longer than its timeout. Told apart from a {@link TimeoutException} that the step itself throws. */
final class StepTimeout extends TimeoutException {
    private static final long serialVersionUID = 1;

    StepTimeout(StepPlan<?> step) {
        super("Step '" + step.name + "' took longer than its timeout of " + step.timeoutNanos / 1_000_000 + " ms.");
    }
}
