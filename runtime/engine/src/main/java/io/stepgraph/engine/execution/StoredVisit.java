package io.stepgraph.engine.execution;

import io.stepgraph.engine.lease.OwnedRun;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.StateChange;
import io.stepgraph.runtime.codec.GraphCodecs;
import io.stepgraph.runtime.codec.Stored;
import io.stepgraph.runtime.codec.json.UnreadableValueException;
import io.stepgraph.runtime.graph.BranchCheckpoint;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.step.StepCursor;
import io.stepgraph.runtime.step.StepResult;
import io.stepgraph.runtime.step.plan.GateState;
import io.stepgraph.runtime.step.plan.GraphPlan;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of the present visit as they are stored, and those of its result, once they are encoded. Sees to it that live and
 * stored objects do not differ unnoticed: the run continues with values that would be read back as other objects only as they
 * are read back (R5).
 */
final class StoredVisit<S, N extends Enum<N>> {
    private final GraphPlan<N> plan;
    private final GraphCodecs<N> codecs;

    // Of the visit.
    private Json state;
    private @Nullable Json input;
    private @Nullable Json gateState;
    private @Nullable GateState countedWhenStored;

    // Of its result.
    private Json newState;
    private @Nullable Json newValue;

    StoredVisit(GraphPlan<N> plan, GraphCodecs<N> codecs, RunRecord stored, @Nullable GateState gateState) {
        this.plan = plan;
        this.codecs = codecs;
        this.state = Objects.requireNonNull(stored.state());
        this.input = stored.checkpoint().input();
        this.gateState = stored.checkpoint().gateState();
        this.countedWhenStored = gateState;
        this.newState = state;
    }

    /** The same, with the values that the run continues with. */
    @SuppressWarnings("unchecked") // a value that is read back of a state is one
    StepResult.Next<S, N> encode(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        S left = (S) encodeState(cursor, next.state()).value();
        Object input = next.input();
        newValue = null;
        Object handed =
                input == null ? null : encodeValue(codecs.input(next.target()).store(input));
        return left == next.state() && handed == input
                ? next
                : new StepResult.Next<>(next.target(), left, handed, next.gateState());
    }

    /** The same for a question or an end. */
    @SuppressWarnings("unchecked") // a value that is read back of a state is one
    StepResult<S, N> encode(StepCursor<S, N> cursor, StepResult<S, N> stop) {
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
    Json encodedValue() {
        return Objects.requireNonNull(newValue);
    }

    /** The visit that an encoded result leads to. */
    OwnedRun.Update next(StepCursor<S, N> cursor, StepResult.Next<S, N> next) {
        BranchCheckpoint checkpoint = new BranchCheckpoint(
                next.target().name,
                newValue,
                cursor.visit + 1,
                1,
                0,
                cursor.budgetStartVisit,
                written(next.gateState()));
        return new OwnedRun.Update(checkpoint, stateChange());
    }

    /** That visit is stored. */
    void follow(StepResult.Next<S, N> next, OwnedRun.Update stored) {
        state = newState;
        input = stored.checkpoint().input();
        gateState = stored.checkpoint().gateState();
        countedWhenStored = next.gateState();
    }

    /** This visit, for a run that stops in it with the state that was encoded. */
    OwnedRun.Update left(StepCursor<S, N> cursor) {
        return new OwnedRun.Update(here(cursor, cursor.attempt, cursor.budgetStartVisit), stateChange());
    }

    /** This visit, for a run that stops in it or repeats it, with the state that the visit was entered with. */
    OwnedRun.Update entered(StepCursor<S, N> cursor, int attempt, long budgetStartVisit) {
        return new OwnedRun.Update(here(cursor, attempt, budgetStartVisit), StateChange.UNCHANGED);
    }

    /**
     * Gives a position new copies of the values that the visit was entered with.
     *
     * @throws UnreadableValueException if one cannot be read
     */
    @SuppressWarnings("unchecked") // the codec of the state gives states
    void restore(StepCursor<S, N> cursor) {
        cursor.state = (S) codecs.state().read(state);
        cursor.input = input == null ? null : codecs.input(cursor.step).read(input);
    }

    private BranchCheckpoint here(StepCursor<S, N> cursor, int attempt, long budgetStartVisit) {
        return new BranchCheckpoint(
                cursor.step.name, input, cursor.visit, attempt, cursor.crashes, budgetStartVisit, gateState);
    }

    /** A state that is as it was need not be written again. */
    private StateChange stateChange() {
        return newState.equals(state) ? StateChange.UNCHANGED : new StateChange.Replaced(newState);
    }

    private @Nullable Json written(@Nullable GateState counted) {
        return counted == countedWhenStored ? gateState : codecs.write(counted, plan);
    }
}
