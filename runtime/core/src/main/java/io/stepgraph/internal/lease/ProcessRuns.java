package io.stepgraph.internal.lease;

import org.jspecify.annotations.Nullable;

/**
 * The runs that this process executes. A run that may have killed its process before is <em>suspect</em>: it is
 * executed alone, so that the next death tells whether it was this run (R6).
 *
 * <p>A run that a step of another run executes counts as a part of that other run.
 */
public final class ProcessRuns {
    private static int executed;

    /** Called when another run joins the suspect run that is executed alone; null if none is. */
    private static @Nullable Runnable whenJoined;

    /** The worker that executes a suspect run, or waits until the process executes nothing. */
    private static @Nullable Object reservedBy;

    private ProcessRuns() {}

    /** Whether the process executes no run. */
    public static synchronized boolean isIdle() {
        return executed == 0;
    }

    /**
     * The execution of a run begins, and {@link #end} follows. A suspect run that was alone up to now is told so before
     * this returns.
     *
     * @param joined for a suspect run that is to be alone: called if it is not, now or later; null for other runs
     */
    public static void begin(@Nullable Runnable joined) {
        Runnable other;
        boolean isAlone;
        synchronized (ProcessRuns.class) {
            executed++;
            isAlone = executed == 1;
            other = whenJoined;
            whenJoined = isAlone ? joined : null;
        }
        if (other != null) {
            other.run();
        }
        if (joined != null && !isAlone) {
            joined.run();
        }
    }

    /** The execution of a run has ended. */
    public static synchronized void end() {
        executed--;
        if (executed == 0) {
            whenJoined = null;
        }
    }

    /** Keeps the other workers of this process from claiming runs. False if another worker does so already. */
    public static synchronized boolean reserve(Object worker) {
        if (reservedBy == null) {
            reservedBy = worker;
        }
        return reservedBy == worker;
    }

    /** Whether another worker of this process keeps this one from claiming runs. */
    public static synchronized boolean isReservedByOther(Object worker) {
        return reservedBy != null && reservedBy != worker;
    }

    /** Ends what {@link #reserve} has begun, if this worker has. */
    public static synchronized void unreserve(Object worker) {
        if (reservedBy == worker) {
            reservedBy = null;
        }
    }
}
