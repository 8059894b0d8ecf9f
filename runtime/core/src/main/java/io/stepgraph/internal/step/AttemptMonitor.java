package io.stepgraph.internal.step;

/** Watches over the attempts of one run, so that the world outside reaches them. Each engine brings its own. */
public interface AttemptMonitor {

    /**
     * Opens an attempt: from here on it can be abandoned.
     *
     * @return false if it must not begin, because the run has to stop
     */
    boolean begin(Abandonable attempt);

    /** Closes the attempt: nothing abandons it any more. */
    void end();

    /**
     * Whether this process may have lost the run, for example because it was frozen for longer than its lease. Reads
     * clocks only, in the thread of the step. The step is not begun then, and the {@link Checkpointer} asks for
     * certainty (R1).
     */
    boolean isInDoubt();

    /**
     * Notes that the current thread executes a step of this run from here on. Called by threads made for one attempt.
     */
    void enterThread();
}
