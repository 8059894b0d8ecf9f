package io.stepgraph.runtime.execute;

import org.jspecify.annotations.Nullable;

/** Where a run stands: the visit it is in, or is to make next. Belongs to one thread. */
final class StepCursor<S, N extends Enum<N>> {
    StepPlan<N> step;
    S state;

    @Nullable Object input;

    long visit = 1;
    int attempt = 1;
    int crashes;
    long budgetStartVisit = 1;

    @Nullable GateState gateState;

    StepCursor(StepPlan<N> step, S state, @Nullable Object input, @Nullable GateState gateState) {
        this.step = step;
        this.state = state;
        this.input = input;
        this.gateState = gateState;
    }

    /** Enters the next step once that is stored. */
    void follow(StepResult.Next<S, N> next) {
        step = next.target();
        // Mostly as they are: a write of a reference costs more than a look.
        if (state != next.state()) {
            state = next.state();
        }
        if (input != next.input()) {
            input = next.input();
        }
        if (gateState != next.gateState()) {
            gateState = next.gateState();
        }
        visit++;
        attempt = 1;
        crashes = 0;
    }

    /** Enters the step that an answer leads to, with a new budget. */
    void answered(GateEntry<N> entry, Object answer) {
        step = entry.step();
        input = step.takesInput ? answer : null;
        gateState = entry.gateState();
        visit++;
        attempt = 1;
        crashes = 0;
        budgetStartVisit = visit;
    }
}
