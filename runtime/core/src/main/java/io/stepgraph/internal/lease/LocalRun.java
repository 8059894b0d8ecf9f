package io.stepgraph.internal.lease;

import io.stepgraph.internal.step.Abandonable;
import io.stepgraph.internal.step.AttemptMonitor;
import io.stepgraph.internal.step.Interrupts;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.Lease;
import io.stepgraph.store.RunKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run that a call of this process handles: other calls join it, and cancel and close reach it. Between the attempts
 * of a step it only remembers the request; during an attempt it interrupts the step (R9).
 */
public final class LocalRun implements AttemptMonitor {
    private static final ThreadLocal<@Nullable LocalRun> CURRENT = new ThreadLocal<>();

    public final RunKey key;
    private final @Nullable LocalRun caller = CURRENT.get();

    /** The threads that have executed this run or a step of it, and are not gone. */
    private final Set<Thread> threads = Collections.newSetFromMap(new WeakHashMap<>());

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile CountDownLatch wake = new CountDownLatch(1);
    private volatile @Nullable RunOutcome<?> outcome;
    private volatile @Nullable LeasedRun leased;
    private volatile boolean isReplied;
    private volatile boolean isCancelWanted;
    private volatile boolean isClosing;
    private volatile @Nullable StepgraphException lost;
    private @Nullable Abandonable attempt;

    /** The number of the message to which the call waits for a reply; zero if it waits for none. */
    private long awaited;

    /** The time since which the attempt in progress must end, by the clock of this machine; null if it may continue. */
    private @Nullable Long abandonedAt;

    public LocalRun(RunKey key) {
        this.key = key;
        threads.add(Thread.currentThread());
    }

    /** The execution whose step the current thread runs; null if it runs none. */
    public static @Nullable LocalRun current() {
        return CURRENT.get();
    }

    /**
     * Returns the same call for another thread, where it still counts as a call of the step that the current thread
     * runs.
     */
    public static <T> Supplier<T> carried(Supplier<T> call) {
        LocalRun caller = CURRENT.get();
        return () -> {
            setCurrent(caller);
            return call.get();
        };
    }

    /** Sets the execution whose step the current thread runs; null for none. */
    public static void setCurrent(@Nullable LocalRun localRun) {
        if (localRun == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(localRun);
        }
    }

    /** Whether the current thread runs a step of this, directly or through the runs that its steps run. */
    boolean isAroundCurrentThread() {
        for (LocalRun at = CURRENT.get(); at != null; at = at.caller) {
            if (at == this) {
                return true;
            }
        }
        return false;
    }

    /** Whether a step of another run executes it. */
    public boolean isInStep() {
        return caller != null;
    }

    /**
     * Whether it ends the JVM itself: a thread of its step, or the one that executes it, is in {@link System#exit}
     * (R6).
     */
    synchronized boolean isExiting() {
        return threads.stream()
                .flatMap(thread -> Arrays.stream(thread.getStackTrace()))
                .anyMatch(at -> at.getClassName().equals("java.lang.Runtime")
                        && at.getMethodName().equals("exit"));
    }

    /** Whether it is executed in a visit that has had fewer crashes than this. */
    public boolean isExecutedWithFewer(int crashes) {
        LeasedRun run = leased;
        return run != null && run.crashes < crashes;
    }

    /** Returns the runs in this store whose steps the current thread runs, and that other runs have called. */
    public static List<RunKey> calledOnes(GuardedStore store) {
        List<RunKey> called = new ArrayList<>();
        for (LocalRun at = CURRENT.get(); at != null; at = at.caller) {
            LeasedRun run = at.leased;
            if (run != null && run.isCalled() && run.isIn(store)) {
                called.add(at.key);
            }
        }
        return called;
    }

    /** Whether the current thread runs a step of a run in this thread, which cannot end before that step is done. */
    public static boolean isAnyIn(String namespace, String thread) {
        for (LocalRun at = CURRENT.get(); at != null; at = at.caller) {
            LeasedRun run = at.leased;
            if (run != null && thread.equals(run.thread()) && at.key.namespace().equals(namespace)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the current thread runs a step of a run in this store, or a task of one. */
    public static boolean isAnyIn(GuardedStore store) {
        for (LocalRun at = CURRENT.get(); at != null; at = at.caller) {
            LeasedRun run = at.leased;
            if (run != null && run.isIn(store)) {
                return true;
            }
        }
        return false;
    }

    /** Notes that the call executes the run only until this message has its reply, and then up to a mailbox (Q10). */
    public void awaitReply(long number) {
        awaited = number;
    }

    /** Notes that the reply to this message is stored. */
    public void replied(long number) {
        if (number == awaited) {
            isReplied = true;
        }
    }

    /** Whether the run has replied, in this execution, to the message that the call waits for. */
    public boolean isReplied() {
        return isReplied;
    }

    /** Steps are executed from here on: the calls that joined share the outcome. */
    public synchronized void begins(LeasedRun run) {
        lost = null;
        leased = run;
    }

    /**
     * The run is to be cancelled or stopped under this lease: interrupts the step, if it is that lease which it is
     * executed under. Otherwise this may be about to begin under it, and looks before it does.
     *
     * @return whether it is
     */
    public synchronized boolean cancel(Lease lease) {
        isCancelWanted = true;
        if (leased == null || !leased.lease().equals(lease)) {
            return false;
        }
        interruptAttempt("must stop, because the run was cancelled, or its time is over");
        return true;
    }

    synchronized void close() {
        isClosing = true;
        wake.countDown();
    }

    /** Gives up an attempt that closing has waited for in vain: it is void from here on. */
    void abandon() {
        interruptAttempt("must stop, because the runner was closed");
    }

    /** The lease is lost: the rest of the step is not stored. */
    void lose(LeasedRun run, StepgraphException error) {
        synchronized (this) {
            if (leased != run) {
                return;
            }
            lost = error;
        }
        interruptAttempt("must stop, because its lease is lost");
    }

    /** The revision with which the run was left; null if no step was executed. */
    public @Nullable Long revision() {
        LeasedRun run = leased;
        return run == null ? null : (Long) run.revision();
    }

    /** Returns the error of a lost lease; null if the lease is not known to be lost. */
    @Nullable StepgraphException lost() {
        return lost;
    }

    /** Throws if the lease is known to be lost. */
    public void checkLease() {
        StepgraphException known = lost;
        if (known != null) {
            throw known;
        }
    }

    /** The run that is being executed; null before, and when none is. */
    @Nullable LeasedRun leased() {
        return leased;
    }

    /** Releases the run on behalf of a thread that does not get to it. */
    void release() {
        LeasedRun owned = leased;
        if (owned != null) {
            owned.release();
        }
    }

    public boolean isClosing() {
        return isClosing;
    }

    public boolean isCancelWanted() {
        return isCancelWanted;
    }

    /** Forgets a cancel, before the store is asked about it, so that a cancel that comes later is not missed. */
    public synchronized void forgetCancel() {
        isCancelWanted = false;
        if (!isClosing) {
            wake = new CountDownLatch(1);
        }
    }

    /**
     * Waits for a time, in nanoseconds, or until a request comes from outside; an interrupt of the thread is kept for
     * later.
     */
    public void sleep(MachineClock clock, long nanos) {
        Interrupts.clearLeft();
        try {
            clock.pause(wake, nanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean begin(Abandonable begun) {
        if (isCancelWanted || isClosing || lost != null) {
            return false;
        }
        attempt = begun;
        abandonedAt = null;
        return true;
    }

    @Override
    public synchronized void end() {
        attempt = null;
    }

    @Override
    public boolean isInDoubt() {
        LeasedRun run = leased;
        return run != null && run.age().mayBeOver();
    }

    @Override
    public synchronized void enterThread() {
        threads.add(Thread.currentThread());
        setCurrent(this);
    }

    private synchronized void interruptAttempt(String why) {
        wake.countDown();
        if (attempt != null) {
            abandonedAt = abandonedAt == null ? Long.valueOf(System.nanoTime()) : abandonedAt;
            attempt.abandon(why);
        }
    }

    /**
     * Whether the attempt in progress should have ended that long ago, and still runs in the thread of the caller (R9).
     */
    synchronized boolean ignoresCancel(long nanos) {
        return attempt != null && abandonedAt != null && System.nanoTime() - abandonedAt >= nanos;
    }

    /**
     * Ends it with the outcome that the calls that joined share; null if they must load the run. Only once: an attempt
     * that was given up comes too late.
     */
    public synchronized void finish(@Nullable RunOutcome<?> at) {
        if (finished.getCount() > 0) {
            outcome = leased == null ? null : at;
            finished.countDown();
        }
    }

    public CountDownLatch finished() {
        return finished;
    }

    /** The outcome that the calls that joined share; null if they must load the run. */
    public @Nullable RunOutcome<?> outcome() {
        return outcome;
    }
}
