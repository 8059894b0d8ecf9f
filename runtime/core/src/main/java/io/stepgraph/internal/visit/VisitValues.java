package io.stepgraph.internal.visit;

import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.Stored;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.internal.step.StepResult;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of the present visit as they are stored, and those of its result, once they are encoded. The run continues with
 * values of open types, and with mutable inputs, as they are read back (R5).
 */
public final class VisitValues<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphCodecs<N> codecs;

    // Of the visit.
    private Json state;
    private @Nullable Json input;
    private @Nullable Json ruleState;
    private @Nullable RuleState countedWhenStored;

    // Of its result.
    private Json newState;
    private @Nullable Json newValue;

    /**
     * The values of a visit.
     *
     * @param state the stored state
     * @param stored the stored checkpoint
     * @param ruleState the visits and gates that are counted in it, as they were read
     */
    public VisitValues(
            GraphPlan<N> plan, GraphCodecs<N> codecs, Json state, StepEntry stored, @Nullable RuleState ruleState) {
        this.plan = plan;
        this.codecs = codecs;
        this.state = state;
        this.input = stored.input();
        this.ruleState = stored.ruleState();
        this.countedWhenStored = ruleState;
        this.newState = state;
    }

    /** The same, with the values that the run continues with. */
    @SuppressWarnings("unchecked") // a value that is read back of a state is one
    public StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        S left = (S) encodeState(cursor, next.state()).value();
        Object input = next.input();
        newValue = null;
        Object handed =
                input == null ? null : encodeValue(codecs.input(next.target()).store(input));
        return left == next.state() && handed == input
                ? next
                : new StepResult.Next<>(next.target(), left, handed, next.ruleState());
    }

    /** The same for a question or an end. */
    @SuppressWarnings("unchecked") // a value that is read back of a state is one
    public StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop) {
        if (stop instanceof StepResult.Asked<S, N> asked) {
            S left = (S) encodeState(cursor, asked.state()).value();
            return new StepResult.Asked<>(
                    left, encodeValue(codecs.question(cursor.step).store(asked.question())));
        }
        StepResult.Completed<S, N> completed = (StepResult.Completed<S, N>) stop;
        Stored left = encodeState(cursor, completed.state());
        boolean isState = completed.result() == completed.state() && codecs.outputIsState();
        Object output = encodeValue(isState ? left : codecs.output().store(completed.result()));
        return new StepResult.Completed<>((S) left.value(), output);
    }

    private Stored encodeState(StepCursor<S, N> cursor, S left) {
        boolean isAsStored = left == cursor.state && codecs.state().isImmutable();
        Stored stored = isAsStored ? new Stored(state, left) : codecs.left(cursor.step, left);
        newState = stored.json();
        return stored;
    }

    private Object encodeValue(Stored stored) {
        newValue = stored.json();
        return stored.value();
    }

    /** The question or the output that was encoded. */
    public Json encodedValue() {
        return Objects.requireNonNull(newValue);
    }

    /** The state that was encoded, to be written; null if the stored one stays. */
    public @Nullable Json changedState() {
        return newState.equals(state) ? null : newState;
    }

    /** The visit that an encoded result leads to. */
    public StepEntry next(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        RuleState counted = next.ruleState();
        return new StepEntry(
                next.target().name,
                newValue,
                cursor.visit + 1,
                1,
                0,
                cursor.budgetStartVisit,
                counted == countedWhenStored ? ruleState : codecs.write(counted, plan));
    }

    /** That visit is stored. */
    public void follow(StepResult.Next<S, N> next, StepEntry stored) {
        state = newState;
        input = stored.input();
        ruleState = stored.ruleState();
        countedWhenStored = next.ruleState();
    }

    /** This visit, for a run that stops in it or repeats it. */
    public StepEntry here(StepCursor<S, N> cursor, int attempt, long budgetStartVisit) {
        return new StepEntry(
                cursor.step.name, input, cursor.visit, attempt, cursor.crashes, budgetStartVisit, ruleState);
    }

    /**
     * Gives a position new copies of the values that the visit was entered with.
     *
     * @throws UnreadableValueException if one cannot be read
     */
    @SuppressWarnings("unchecked") // the codec of the state gives states
    public void restore(StepCursor<S, N> cursor) {
        cursor.state = (S) codecs.state().read(state);
        cursor.input = input == null ? null : codecs.input(cursor.step).read(input);
    }
}
