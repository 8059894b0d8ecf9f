package io.stepgraph.runtime.execute;

import org.jspecify.annotations.Nullable;

/** Says no to a start that the graph does not have. */
final class StartInput {
    private StartInput() {}

    /**
     * Checks that the start step gets the input that it takes.
     *
     * @throws IllegalArgumentException if it gets none, or takes none
     */
    static void check(StepPlan<?> first, @Nullable Object input) {
        if (first.takesInput != (input != null)) {
            throw new IllegalArgumentException("The start step '" + first.name + "' "
                    + (first.takesInput
                            ? "takes a " + first.spec.input() + "; give the run one."
                            : "takes no input; leave it out."));
        }
    }
}
