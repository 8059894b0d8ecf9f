package io.stepgraph.internal.run;

import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;

/** The values with which a call starts a run if there is none. */
@FunctionalInterface
interface StartRequest<S, N extends Enum<N>> {

    /** Whether the call tries to start the run before it looks for it, since that costs nothing but the write. */
    default boolean isAtHand() {
        return false;
    }

    /**
     * Starts the run.
     *
     * @return to execute it, or to wait for its thread; {@link Decision.Reload} only if the run exists
     */
    Decision<S, N> start(RunKey key);

    /**
     * Compares the start with that of the run that exists.
     *
     * @throws io.stepgraph.runtime.StartConflictException if they differ
     */
    default void compare(StoredRun found) {}
}
