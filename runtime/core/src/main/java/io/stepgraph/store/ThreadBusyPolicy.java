package io.stepgraph.store;

import io.stepgraph.runtime.ThreadBusyException;

/** The treatment of a call that starts a run if its thread has an unfinished run (I8). */
public enum ThreadBusyPolicy {
    /** The call throws {@link ThreadBusyException} at once. The default. */
    FAIL,
    /**
     * The call waits until the thread is free, and then starts its run; after {@code RunnerBuilder.waitTimeout} it
     * throws {@link ThreadBusyException}. An interrupt and closing the runner end the wait. Nothing is stored
     * meanwhile, and several waiting calls continue in any order. If the deadline of the unfinished run has passed, the
     * call ends that run; it never continues a run that waits or was released.
     */
    WAIT
}
