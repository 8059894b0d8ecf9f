package io.stepgraph.engine.run;

/** What one call asks of a run. Each call has an object of its own, and one thread uses it. */
interface RunRequest<S, N extends Enum<N>> {

    /** Loads the run and decides, when it is this call's turn. */
    Decision<S, N> decide();

    /**
     * Whether the outcome of the call that handles the run now is as good as this one's. Checks what this call would check,
     * since the other one may be of another graph or of another thread.
     *
     * @return false to decide when it is this call's turn
     */
    boolean mayJoin();
}
