package io.stepgraph.runtime.execute;

import org.jspecify.annotations.Nullable;

/** Where a run stands: the visit it is in, or is to make next. Belongs to one thread. */
final class Position<S, N extends Enum<N>> {
    StepPlan<N> step;
    S state;

    @Nullable Object input;

    long visit = 1;
    int attempt = 1;
    int crashes;
    long budgetFrom = 1;

    @Nullable Marks marks;

    Position(StepPlan<N> step, S state, @Nullable Object input, @Nullable Marks marks) {
        this.step = step;
        this.state = state;
        this.input = input;
        this.marks = marks;
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
        if (marks != next.marks()) {
            marks = next.marks();
        }
        visit++;
        attempt = 1;
        crashes = 0;
    }

    /** Enters the step that an answer leads to, with a new budget. */
    void answered(Entry<N> entry, Object answer) {
        step = entry.step();
        input = step.takesInput ? answer : null;
        marks = entry.marks();
        visit++;
        attempt = 1;
        crashes = 0;
        budgetFrom = visit;
    }
}
