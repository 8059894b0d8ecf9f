package io.stepgraph.runtime.execute;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.GateBypassed;
import io.stepgraph.runtime.InvalidTransition;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Transition;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a visit is left, checked but not yet stored. One object serves all visits of a run, so that a step costs no
 * allocation here.
 */
final class Departure<S, N extends Enum<N>> {

    /** What leaving leads to. */
    enum Kind {
        GO,
        ASK,
        END,
        PARK,
        FAIL
    }

    private final GraphPlan<N> plan;
    private Kind kind = Kind.FAIL;
    private @Nullable StepPlan<N> target;
    private @Nullable S state;
    private @Nullable Object value;
    private @Nullable Marks marks;
    private @Nullable Throwable cause;
    private @Nullable PermissionMode required;
    private @Nullable StepFailure takenOver;

    Departure(GraphPlan<N> plan) {
        this.plan = plan;
    }

    Kind kind() {
        return kind;
    }

    /** Where it goes. */
    StepPlan<N> target() {
        return Objects.requireNonNull(target);
    }

    /** The state that the visit leaves behind. */
    S state() {
        return Objects.requireNonNull(state);
    }

    /** The input of the target, the question, the result, the failure, or why it parks. */
    @Nullable Object value() {
        return value;
    }

    /** What is stored may be read back as other objects: then those go on (R5). */
    void goOnWith(S stateAsStored, @Nullable Object valueAsStored) {
        if (state != stateAsStored) {
            state = stateAsStored;
        }
        if (value != valueAsStored) {
            value = valueAsStored;
        }
    }

    /** What is counted once this is stored. */
    @Nullable Marks marks() {
        return marks;
    }

    /** What was thrown, of a failure. */
    @Nullable Throwable cause() {
        return cause;
    }

    /** The mode that the step of a parked run requires; null if a hook holds it back. */
    @Nullable PermissionMode required() {
        return required;
    }

    /**
     * Leaves as the step chose.
     *
     * @throws GateBypassed if it would enter a gated step whose gate is not open
     * @throws InvalidTransition if the step it names takes an input and gets none, or the reverse
     */
    void take(Position<S, N> at, Transition<N, S> transition) {
        if (transition instanceof Transition.Go<N, S> go) {
            go(at, go.state(), plan.step(go.target()), go.input());
        } else if (transition instanceof Transition.End<N, S> end) {
            S left = left(at, end.state());
            settle(Kind.END, left, end.result() == null ? left : end.result(), at.marks);
        } else {
            Transition.Ask<N, S> ask = (Transition.Ask<N, S>) transition;
            settle(Kind.ASK, left(at, ask.state()), ask.question(), at.marks);
        }
    }

    /** Leaves a step that has failed for the step that takes over. */
    void takeOver(Position<S, N> at, N failureStep, StepFailure failure) {
        go(at, null, plan.step(failureStep), failure);
        takenOver = failure;
    }

    /** The failure of the step that is left, if another one takes over; null if it has done what it should. */
    @Nullable StepFailure takenOver() {
        return takenOver;
    }

    void park(Position<S, N> at, String reason, @Nullable PermissionMode mode) {
        settle(Kind.PARK, at.state, reason, at.marks);
        required = mode;
    }

    void fail(Position<S, N> at, StepFailure failure, @Nullable Throwable thrown) {
        settle(Kind.FAIL, at.state, failure, at.marks);
        cause = thrown;
    }

    private void go(Position<S, N> at, @Nullable S newState, StepPlan<N> to, @Nullable Object input) {
        StepPlan<N> entered = to;
        Marks counted = at.marks;
        if (to.isMarked) {
            Entry<N> entry = Entry.into(plan, to, counted, at.step.name);
            entered = entry.step();
            counted = entry.marks();
        }
        // A step that stands in for one visited too often may take nothing.
        Object handed = entered == to || entered.takesInput ? input : null;
        if (entered.takesInput != (handed != null)) {
            throw new InvalidTransition("Step '" + at.step.name + "' goes to step '" + entered.name + "', which takes "
                    + (entered.takesInput ? "an input, and hands over none." : "no input, and hands one over."));
        }
        settle(Kind.GO, left(at, newState), handed, counted);
        target = entered;
    }

    private S left(Position<S, N> at, @Nullable S newState) {
        return newState == null ? at.state : newState;
    }

    /** Mostly as it was at the visit before: a write of a reference costs more than a look. */
    private void settle(Kind how, S left, @Nullable Object carried, @Nullable Marks counted) {
        if (kind != how) {
            kind = how;
        }
        if (state != left) {
            state = left;
        }
        if (value != carried) {
            value = carried;
        }
        if (marks != counted) {
            marks = counted;
        }
        if (takenOver != null) {
            takenOver = null;
        }
    }
}
