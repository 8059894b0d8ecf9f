package io.stepgraph.sqlite;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.BusyHandler;

/**
 * Waits for another process that holds the lock of the file. SQLite's own handler looks every 100 milliseconds after a
 * while. Beside a process that commits all the time, it rarely meets the moment between two commits, and waits for
 * seconds.
 */
final class LockWait extends BusyHandler {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final long timeout;
    private long begin;

    LockWait(Duration timeout) {
        this.timeout = timeout.toNanos();
    }

    /** Returns 1 to try again, or 0 to give up. No interrupt of the thread shortens the wait (R9). */
    @Override
    protected int callback(int earlierTries) {
        long now = System.nanoTime();
        if (earlierTries == 0) {
            begin = now;
        }
        if (now - begin >= timeout) {
            return 0;
        }
        boolean wasInterrupted = Thread.interrupted();
        LockSupport.parkNanos(PAUSE);
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        return 1;
    }
}
