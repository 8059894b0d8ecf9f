package io.stepgraph.internal.run;

/** The request of one call on a run. Each call has an object of its own, and one thread uses it. */
interface RunCall<S, N extends Enum<N>> {

    /** Loads the run and decides, when it is this call's turn. */
    Decision<S, N> decide();

    /**
     * Whether the outcome of the call that handles the run now is as good as this one's. Makes the checks of this call,
     * because the other call may be for another graph or another thread.
     *
     * @return false to decide when it is this call's turn
     */
    boolean mayJoin();
}
