package io.stepgraph.internal.step;

import java.util.function.Predicate;

/** An attempt in progress, which the world outside can interrupt (R9). */
public interface Abandonable {

    /**
     * Interrupts the step and closes its context. Any thread may call it while the attempt is open.
     *
     * @param why the reason, for the error that the context throws
     */
    void abandon(String why);

    /** Whether a thread of the step, or of a task of it, is such a one. Any thread may call it while the attempt is open. */
    boolean isIn(Predicate<Thread> test);
}
