package io.stepgraph.runtime.execute;

import java.util.Objects;
import java.util.concurrent.TimeoutException;

/** A step took longer than its timeout. Told apart from a {@link TimeoutException} that the step itself throws. */
final class StepTimeout extends TimeoutException {
    private static final long serialVersionUID = 1;

    StepTimeout(StepPlan<?> step) {
        super("Step '" + step.name + "' took longer than its timeout of " + written(step) + ".");
    }

    private static String written(StepPlan<?> step) {
        return Objects.requireNonNull(step.spec.timeout()).written();
    }
}
