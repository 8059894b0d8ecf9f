package io.stepgraph.runtime.store;

import org.jspecify.annotations.Nullable;

/**
 * Where a run goes on: all that is needed to enter its next step.
 *
 * @param step the step to enter, by name
 * @param input what it receives; null if it takes nothing
 * @param state the state at its entry; in a {@link Commit}, null leaves the stored one as it is
 * @param visit the number of this visit, counted through the run from 1
 * @param attempt the attempt to make, counted from 1
 * @param crashes how often a process died, or ran out of memory, in this visit
 * @param budgetStartVisit the visit from which the budget of steps is counted
 * @param gateState what the graph's own rules keep count of (visits of bounded steps, gates that are open); null if nothing
 */
public record Checkpoint(
        String step,
        @Nullable Json input,
        @Nullable Json state,
        long visit,
        int attempt,
        int crashes,
        long budgetStartVisit,
        @Nullable Json gateState) {

    /** The same visit, counted otherwise. */
    Checkpoint again(int otherAttempt, int otherCrashes, long otherBudgetFrom) {
        return new Checkpoint(step, input, state, visit, otherAttempt, otherCrashes, otherBudgetFrom, gateState);
    }

    /** The same without the state and the input, as a run keeps it after its end. */
    Checkpoint withoutValues() {
        return new Checkpoint(step, null, null, visit, attempt, crashes, budgetStartVisit, gateState);
    }

    /** The same with another state. */
    public Checkpoint withState(@Nullable Json other) {
        return new Checkpoint(step, input, other, visit, attempt, crashes, budgetStartVisit, gateState);
    }
}
