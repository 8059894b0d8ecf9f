package io.stepgraph.internal.effect;

import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.internal.step.Nanos;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Interrupts the present thread when the time of a call is over. The interrupt reaches the call and nothing else. */
final class CallTimer {
    private static final ScheduledThreadPoolExecutor TIMERS = timers();

    private final Thread caller = Thread.currentThread();
    private final Future<?> timeout;
    private boolean isOver;
    private boolean hasInterrupted;

    /** Begins to count for the present thread. */
    CallTimer(Duration timeout) {
        this.timeout = TIMERS.schedule(this::interrupt, Nanos.of(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Returns the timer thread, one for the process. It does not keep the process alive, and it ends when there are no
     * calls.
     */
    private static ScheduledThreadPoolExecutor timers() {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "stepgraph call timer");
            thread.setDaemon(true);
            return thread;
        });
        timers.setRemoveOnCancelPolicy(true);
        timers.setKeepAliveTime(1, TimeUnit.SECONDS);
        timers.allowCoreThreadTimeOut(true);
        return timers;
    }

    private synchronized void interrupt() {
        // A caller that was interrupted already is left as it is, so that its own interrupt is not lost.
        if (!isOver && !caller.isInterrupted()) {
            hasInterrupted = true;
            Interrupts.send(caller);
        }
    }

    /** Whether the time was over before the call ended. */
    synchronized boolean hasInterrupted() {
        return hasInterrupted;
    }

    /** The call is over. */
    void stop() {
        timeout.cancel(false);
        synchronized (this) {
            isOver = true;
            if (hasInterrupted) {
                // The interrupt was ours and meant for the call only.
                Interrupts.takeBack();
            }
        }
    }
}
