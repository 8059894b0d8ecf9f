package io.stepgraph.runtime.graph;

import org.jspecify.annotations.Nullable;

/**
 * The place at which a run continues: all that a step loop needs to enter the next step, apart from the state.
 *
 * @param step the step to enter, by name
 * @param input the input of the step; null if it takes nothing
 * @param visit the number of this visit, counted through the run from 1
 * @param attempt the attempt to make, counted from 1
 * @param crashes how often a process died, or ran out of memory, in this visit
 * @param budgetStartVisit the visit from which the budget of steps is counted
 * @param ruleState the counted visits of bounded steps, the answers that open gates, and the hooks that have modified
 *     what this visit gets; null if there are none
 */
public record StepEntry(
        String step,
        @Nullable Json input,
        long visit,
        int attempt,
        int crashes,
        long budgetStartVisit,
        @Nullable Json ruleState) {

    /** Returns the same visit, counted otherwise. */
    public StepEntry again(int otherAttempt, int otherCrashes, long otherBudgetFrom) {
        return new StepEntry(step, input, visit, otherAttempt, otherCrashes, otherBudgetFrom, ruleState);
    }

    /** Returns the same visit, with other counts of the graph's rules. */
    public StepEntry withRuleState(@Nullable Json other) {
        return new StepEntry(step, input, visit, attempt, crashes, budgetStartVisit, other);
    }

    /** Returns the same entry without values, as a run keeps it after its end: the rule state has some, too. */
    public StepEntry withoutValues() {
        return new StepEntry(step, null, visit, attempt, crashes, budgetStartVisit, null);
    }
}
