package io.stepgraph.internal.effect;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts calls whose time is over, in one thread, which does not keep the process alive and ends when there are no calls.
 * It sleeps through calls that are over in time: a {@code ScheduledThreadPoolExecutor} would wake its thread for each of many
 * short calls that follow each other.
 */
final class CallWatch implements Runnable {
    static final CallWatch OF_THIS_PROCESS = new CallWatch();

    /** How long the thread sleeps at most, and how long it outlives the last call. */
    private static final long LONGEST_SLEEP = TimeUnit.SECONDS.toNanos(1);

    private final Set<CallTimer> calls = new HashSet<>();
    private boolean isRunning;
    private long wakesAt;

    private CallWatch() {}

    synchronized void add(CallTimer call) {
        calls.add(call);
        if (!isRunning) {
            isRunning = true;
            Thread thread = new Thread(this, "stepgraph call timer");
            thread.setDaemon(true);
            thread.start();
        } else if (call.end() - wakesAt < 0) {
            notifyAll();
        }
    }

    synchronized void remove(CallTimer call) {
        calls.remove(call);
    }

    @Override
    public synchronized void run() {
        boolean wasIdle = false;
        while (!wasIdle || !calls.isEmpty()) {
            wasIdle = calls.isEmpty();
            long now = System.nanoTime();
            wakesAt = interruptOverdue(now);
            sleep(wakesAt - now);
        }
        isRunning = false;
    }

    /** Returns when to look again. */
    private long interruptOverdue(long now) {
        long next = now + LONGEST_SLEEP;
        Iterator<CallTimer> each = calls.iterator();
        while (each.hasNext()) {
            CallTimer call = each.next();
            if (call.end() - now <= 0) {
                call.interrupt();
                each.remove();
            } else if (call.end() - next < 0) {
                next = call.end();
            }
        }
        return next;
    }

    private void sleep(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        } catch (InterruptedException nobodyHasReasonTo) {
            // The next look comes early.
        }
    }
}
