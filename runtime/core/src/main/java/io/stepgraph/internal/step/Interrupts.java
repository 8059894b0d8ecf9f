package io.stepgraph.internal.step;

import io.stepgraph.runtime.TransientException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Interrupts of the runner's own threads: those of workers, of streams, of steps with a timeout, and of tasks. Only the
 * runner interrupts them, with {@link #send}. Any other interrupt comes from user code in the thread itself, and
 * concerns nobody else: its flag is cleared, and an attempt that fails with it is a failure like others. In a caller's
 * thread nobody can tell whose interrupt it is (R9).
 */
public final class Interrupts {
    /** The runner's own threads, and whether the runner has interrupted each. */
    private static final ConcurrentMap<Thread, Boolean> OWN = new ConcurrentHashMap<>();

    private Interrupts() {}

    /** Executes this with the present thread as one of the runner's own. No interrupt is left in it afterwards. */
    public static void inOwnThread(Runnable body) {
        OWN.put(Thread.currentThread(), false);
        try {
            body.run();
        } finally {
            OWN.remove(Thread.currentThread());
            Thread.interrupted();
        }
    }

    /** Interrupts user code in the name of the runner. */
    public static void send(Thread thread) {
        OWN.replace(thread, true);
        thread.interrupt();
    }

    /** Takes back what was sent to the present thread. */
    public static void takeBack() {
        OWN.replace(Thread.currentThread(), false);
        Thread.interrupted();
    }

    /** Whether the present thread is interrupted. The flag of an interrupt by user code in an own thread is cleared. */
    public static boolean isInterrupted() {
        clearLeft();
        return Thread.currentThread().isInterrupted();
    }

    /** Clears the flag that user code has left in an own thread. */
    public static void clearLeft() {
        if (isByUserCode(Thread.currentThread())) {
            Thread.interrupted();
        }
    }

    /** Calls code that has no part in the run, such as an observer: it leaves no flag, unless the runner has set it. */
    public static void aside(Runnable code) {
        boolean isInterrupted = Thread.currentThread().isInterrupted();
        try {
            code.run();
        } finally {
            if (!isInterrupted) {
                clearLeft();
            }
        }
    }

    /**
     * The failure that user code in an own thread has caused: a {@link TransientException} if it throws an interrupt of
     * its own, or has left the flag. Otherwise, what was thrown.
     *
     * @param who what has thrown it, to begin a sentence
     */
    public static Throwable failure(String who, Throwable thrown) {
        boolean isInterrupted =
                thrown instanceof InterruptedException || Thread.currentThread().isInterrupted();
        if (!isInterrupted || !isByUserCode(Thread.currentThread())) {
            return thrown;
        }
        Thread.interrupted();
        return thrown instanceof Exception && !(thrown instanceof TransientException) ? ofItself(who, thrown) : thrown;
    }

    /** The failure of user code that was interrupted, but not by the runner. */
    static TransientException ofItself(String who, Throwable thrown) {
        return new TransientException(
                who + " was interrupted by the program's own code, and not by the runner: " + thrown
                        + ". Look in the cause for what has interrupted it.",
                thrown);
    }

    /**
     * Whether an interrupt of the present thread comes from user code. In the thread of the caller, nobody can tell.
     */
    static boolean isByUserCode(Thread caller) {
        Boolean isByRunner = OWN.get(Thread.currentThread());
        return isByRunner == null ? Thread.currentThread() != caller : !isByRunner;
    }
}
