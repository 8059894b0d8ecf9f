package io.stepgraph.internal.step;

import io.stepgraph.runtime.CheckpointWork;
import io.stepgraph.runtime.Expired;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The place at which a run stands: the visit it is in, or is to make next. Belongs to one thread. */
public final class StepCursor<S, N extends Enum<N>> {
    public StepPlan<N> step;
    public S state;

    public @Nullable Object input;

    public long visit = 1;
    public int attempt = 1;
    public int crashes;
    public long budgetStartVisit = 1;

    public @Nullable RuleState ruleState;

    /** The work that the attempt that has just returned hands to the transaction of its commit (E8). */
    public @Nullable CheckpointWork work;

    /** The replies that it gives with this commit (Q9). The {@link #ruleState} knows of them. */
    public List<StepReply> replies = List.of();

    private @Nullable RuleState unreplied;

    public StepCursor(StepPlan<N> step, S state, @Nullable Object input, @Nullable RuleState ruleState) {
        this.step = step;
        this.state = state;
        this.input = input;
        this.ruleState = ruleState;
    }

    /** Returns the same place, for a run that may return to it. */
    public StepCursor<S, N> copy() {
        StepCursor<S, N> copy = new StepCursor<>(step, state, input, ruleState);
        copy.visit = visit;
        copy.attempt = attempt;
        copy.crashes = crashes;
        copy.budgetStartVisit = budgetStartVisit;
        return copy;
    }

    /** Returns to the question of an earlier visit, with the state as it is. */
    public void refused(StepCursor<S, N> asked) {
        step = asked.step;
        input = asked.input;
        ruleState = asked.ruleState;
        visit = asked.visit;
        attempt = asked.attempt;
        crashes = asked.crashes;
        budgetStartVisit = asked.budgetStartVisit;
    }

    /** An attempt has returned, and hands this to its commit. */
    void returned(@Nullable CheckpointWork handed, List<StepReply> given) {
        work = handed;
        replies = given;
        unreplied = ruleState;
        for (StepReply reply : given) {
            ruleState = RuleState.replied(Objects.requireNonNull(ruleState), reply.mailbox());
        }
    }

    /** Nothing is committed of the attempt that has returned. */
    void discard() {
        work = null;
        if (!replies.isEmpty()) {
            replies = List.of();
            ruleState = unreplied;
        }
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
        if (ruleState != next.ruleState()) {
            ruleState = next.ruleState();
        }
        if (work != null) {
            work = null;
        }
        if (!replies.isEmpty()) {
            replies = List.of();
        }
        visit++;
        attempt = 1;
        crashes = 0;
    }

    /**
     * Enters the step that an answer leads to, with a new budget; or the end of a question's time or of a wait, which
     * keeps the budget.
     */
    public void answered(GateEntry<N> entry, Object answer) {
        step = entry.step();
        input = step.takesInput ? answer : null;
        if (ruleState != entry.ruleState()) {
            ruleState = entry.ruleState();
        }
        visit++;
        attempt = 1;
        crashes = 0;
        if (!(answer instanceof Expired)) {
            budgetStartVisit = visit;
        }
    }
}
