package io.stepgraph.internal.step;

/** An attempt in progress, which the world outside can interrupt (R9). */
public interface Abandonable {

    /**
     * Interrupts the step and closes its context. Any thread may call it while the attempt is open.
     *
     * @param why the reason, for the error that the context throws
     */
    void abandon(String why);
}
