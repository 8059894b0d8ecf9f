package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LeaseAcquirer.AcquiredRun;
import io.stepgraph.internal.step.HookChain;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.StoredRun;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The next action of a call on a run. The {@link RunCoordinator} carries it out. */
sealed interface Decision<S, N extends Enum<N>> {

    /**
     * Execute the run, which this runner has acquired.
     *
     * @param at the position to continue at, with values that the run may change
     * @param asked the hooks, if they were asked about the first step already; else null
     */
    record Execute<S, N extends Enum<N>>(
            AcquiredRun acquired,
            StepCursor<S, N> at,
            @Nullable HookChain<S, N> asked) implements Decision<S, N> {}

    /** Return this outcome to the caller. */
    record Return<S, N extends Enum<N>>(RunOutcome<N> outcome) implements Decision<S, N> {}

    /** Wait for a change, then load the run again. */
    record Wait<S, N extends Enum<N>>(Consumer<RunWaiter> until) implements Decision<S, N> {}

    /** Execute the agents that the run has called and waits for, as far as others do not. */
    record Family<S, N extends Enum<N>>(StoredRun caller) implements Decision<S, N> {}

    /** Load the run again: it has changed since it was read. */
    record Reload<S, N extends Enum<N>>() implements Decision<S, N> {}
}
