package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.StoreUnavailable;

/** How long a store that does not answer is asked again, with growing pauses (R11). Made at its first silence. */
final class Patience {
    private static final long FIRST_PAUSE = 20_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;

    private final Executions executions;
    private final Time time;
    private final long until;
    private long pause = FIRST_PAUSE;

    /**
     * Made at the first silence.
     *
     * @param until when it ends, in nanoseconds of the runner's time: with the lease
     */
    Patience(RunnerConfig config, Executions executions, long until) {
        this.executions = executions;
        this.time = config.time();
        this.until = until;
    }

    /**
     * Waits a little, or says that it is enough: the time is over, or the runner closes.
     *
     * @return whether the thread was interrupted meanwhile, which ends the pause but not the patience
     */
    boolean pauseOrThrow(StoreUnavailable silent) {
        if (executions.isClosing() || time.nanos() - until >= 0) {
            throw silent;
        }
        try {
            time.await(executions.closing(), pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
            return false;
        } catch (InterruptedException interrupted) {
            return true;
        }
    }
}
