package io.stepgraph.engine.effect;

import io.stepgraph.runtime.Time;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Interrupts the present thread when the time of a call is over. The interrupt reaches the call and nothing else. */
final class CallTimer {
    /** One thread for all calls of this process, which does not keep it alive and ends when there are none. */
    private static final ScheduledThreadPoolExecutor TIMERS = timers();

    private final Thread caller = Thread.currentThread();
    private final ScheduledFuture<?> timer;
    private boolean isOver;
    private boolean hasInterrupted;

    /** Begins to count for the present thread. */
    CallTimer(Duration timeout) {
        this.timer = TIMERS.schedule(this::interrupt, Time.nanos(timeout), TimeUnit.NANOSECONDS);
    }

    private synchronized void interrupt() {
        if (!isOver) {
            hasInterrupted = true;
            caller.interrupt();
        }
    }

    /** The call is over. */
    synchronized void stop() {
        isOver = true;
        timer.cancel(false);
        if (hasInterrupted) {
            // The interrupt was ours and meant for the call only.
            boolean unused = Thread.interrupted();
        }
    }

    private static ScheduledThreadPoolExecutor timers() {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "stepgraph call timer");
            thread.setDaemon(true);
            return thread;
        });
        timers.setRemoveOnCancelPolicy(true);
        timers.setKeepAliveTime(1, TimeUnit.SECONDS);
        timers.allowCoreThreadTimeOut(true);
        return timers;
    }
}
