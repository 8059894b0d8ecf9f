package io.stepgraph.engine.store;

import io.stepgraph.runtime.ThreadBusyException;

/** What becomes of a call that starts a run in a thread which has an unfinished run (I8). */
public enum ThreadBusyPolicy {
    /** It is told {@link ThreadBusyException} at once. The default. */
    FAIL,
    /**
     * It waits until the thread is free, and then starts its run, or is told {@link ThreadBusyException} after the time that {@code
     * RunnerBuilder.waitTimeout} allows. An interrupt and closing the runner end the wait. Nothing is stored meanwhile, and of
     * several that wait anyone may be the next. A run in the way whose deadline has passed is ended; one that waits, or that was
     * given back, is left to whoever brings it on.
     */
    WAIT
}
