package io.stepgraph.internal.effect;

import io.stepgraph.runtime.Time;
import java.time.Duration;

/** Interrupts the present thread when the time of a call is over. The interrupt reaches the call and nothing else. */
final class CallTimer {
    private final Thread caller = Thread.currentThread();
    private final long end;
    private boolean isOver;
    private boolean hasInterrupted;

    /** Begins to count for the present thread. */
    CallTimer(Duration timeout) {
        this.end = System.nanoTime() + Time.nanos(timeout);
        CallWatch.OF_THIS_PROCESS.add(this);
    }

    /** When the call has to be over, as {@link System#nanoTime} counts. */
    long end() {
        return end;
    }

    synchronized void interrupt() {
        if (!isOver) {
            hasInterrupted = true;
            caller.interrupt();
        }
    }

    /** Whether the time was over before the call was. */
    synchronized boolean hasInterrupted() {
        return hasInterrupted;
    }

    /** The call is over. */
    void stop() {
        CallWatch.OF_THIS_PROCESS.remove(this);
        synchronized (this) {
            isOver = true;
            if (hasInterrupted) {
                // The interrupt was ours and meant for the call only.
                Thread.interrupted();
            }
        }
    }
}
