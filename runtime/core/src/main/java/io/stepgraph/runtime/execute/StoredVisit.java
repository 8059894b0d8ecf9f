package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.json.UnreadableValue;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Json;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of the present visit as they are stored, and those of its result, once they are encoded. Sees to it that live and
 * stored objects do not differ unnoticed: the run continues with values that would be read back as other objects only as they
 * are read back (R5).
 */
final class StoredVisit<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphValues<N> values;

    // Of the visit.
    private Json state;
    private @Nullable Json input;
    private @Nullable Json marks;
    private @Nullable Marks marksOfStored;

    // Of its result.
    private Json newState;
    private @Nullable Json newValue;

    StoredVisit(GraphPlan<N> plan, GraphValues<N> values, Checkpoint stored, @Nullable Marks marks) {
        this.plan = plan;
        this.values = values;
        this.state = Objects.requireNonNull(stored.state());
        this.input = stored.input();
        this.marks = stored.marks();
        this.marksOfStored = marks;
        this.newState = state;
    }

    /** The same, with the values that the run continues with. */
    @SuppressWarnings("unchecked") // a value that is read back of a state is one
    StepResult.Next<S, N> encode(Position<S, N> at, StepResult.Next<S, N> next) {
        S left = (S) encodeState(at, next.state()).value();
        Object input = next.input();
        newValue = null;
        Object handed =
                input == null ? null : encodeValue(values.input(next.target()).store(input));
        return left == next.state() && handed == input
                ? next
                : new StepResult.Next<>(next.target(), left, handed, next.marks());
    }

    /** The same for a question or an end. */
    @SuppressWarnings("unchecked") // a value that is read back of a state is one
    StepResult<S, N> encode(Position<S, N> at, StepResult<S, N> stop) {
        if (stop instanceof StepResult.Asked<S, N> asked) {
            S left = (S) encodeState(at, asked.state()).value();
            return new StepResult.Asked<>(
                    left, encodeValue(values.question(at.step).store(asked.question())));
        }
        StepResult.Completed<S, N> completed = (StepResult.Completed<S, N>) stop;
        Stored left = encodeState(at, completed.state());
        boolean isState = completed.result() == completed.state() && values.outputIsState();
        Object output = encodeValue(isState ? left : values.output().store(completed.result()));
        return new StepResult.Completed<>((S) left.value(), output);
    }

    private Stored encodeState(Position<S, N> at, S left) {
        boolean isAsStored = left == at.state && values.state().isImmutable();
        Stored stored = isAsStored ? new Stored(state, left) : values.left(at.step, left);
        newState = stored.json();
        return stored;
    }

    private Object encodeValue(Stored stored) {
        newValue = stored.json();
        return stored.value();
    }

    /** The question or the output that was encoded. */
    Json encodedValue() {
        return Objects.requireNonNull(newValue);
    }

    /** The checkpoint of the visit that an encoded result leads to. */
    Checkpoint next(Position<S, N> at, StepResult.Next<S, N> next) {
        return new Checkpoint(
                next.target().name, newValue, changedState(), at.visit + 1, 1, 0, at.budgetFrom, written(next.marks()));
    }

    /** That visit is stored. */
    void follow(StepResult.Next<S, N> next, Checkpoint stored) {
        state = newState;
        input = stored.input();
        marks = stored.marks();
        marksOfStored = next.marks();
    }

    /** The checkpoint of a run that stops in this visit, with the state that was encoded. */
    Checkpoint left(Position<S, N> at) {
        return here(at, changedState(), at.attempt, at.budgetFrom);
    }

    /** The checkpoint of a run that stops in this visit or repeats it, with the state that the visit was entered with. */
    Checkpoint entered(Position<S, N> at, int attempt, long budgetFrom) {
        return here(at, null, attempt, budgetFrom);
    }

    /**
     * Gives a position new copies of the values that the visit was entered with.
     *
     * @throws UnreadableValue if one cannot be read
     */
    @SuppressWarnings("unchecked") // the codec of the state gives states
    void restore(Position<S, N> at) {
        at.state = (S) values.state().read(state);
        at.input = input == null ? null : values.input(at.step).read(input);
    }

    private Checkpoint here(Position<S, N> at, @Nullable Json left, int attempt, long budgetFrom) {
        return new Checkpoint(at.step.name, input, left, at.visit, attempt, at.crashes, budgetFrom, marks);
    }

    /** A state that is as it was need not be written again. */
    private @Nullable Json changedState() {
        return newState.equals(state) ? null : newState;
    }

    private @Nullable Json written(@Nullable Marks counted) {
        if (counted == marksOfStored) {
            return marks;
        }
        return counted == null ? null : values.marks().write(counted.stored(plan));
    }
}
