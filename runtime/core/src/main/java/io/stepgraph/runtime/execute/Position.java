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

    /** Enters the step that a stored transition leads to. */
    void follow(Departure<S, N> departure) {
        step = departure.target();
        // Mostly as they are: a write of a reference costs more than a look.
        if (state != departure.state()) {
            state = departure.state();
        }
        if (input != departure.value()) {
            input = departure.value();
        }
        if (marks != departure.marks()) {
            marks = departure.marks();
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
