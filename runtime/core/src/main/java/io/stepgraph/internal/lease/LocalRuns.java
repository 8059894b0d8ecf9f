package io.stepgraph.internal.lease;

import io.stepgraph.internal.log.StreamContext;
import io.stepgraph.internal.log.Subscriptions;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.MachineClock;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The calls of one runner that have a run in their hands: at most one for each run. */
public final class LocalRuns {
    /** The time that an interrupted step still has to return, in nanoseconds. */
    static final long STOP_GRACE = 200_000_000;

    private final ConcurrentMap<RunKey, LocalRun> active = new ConcurrentHashMap<>();

    /** The tokens of runs whose execution broke down, as long as the store does not know of it. */
    private final ConcurrentMap<RunKey, Long> brokenDown = new ConcurrentHashMap<>();

    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Held by the one call that waits for the steps in progress. */
    private final ReentrantLock waiting = new ReentrantLock();

    private final MachineClock clock;
    private final Runnable whenClosed;

    /** The time at which steps that are still in progress are given up. */
    private volatile long patientUntil;

    /** The streams that are read of this runner's runs. */
    public final Subscriptions subscriptions;

    /**
     * Creates an empty registry.
     *
     * @param whenClosed called after the runner has closed and all local runs are released; perhaps more than once
     */
    LocalRuns(MachineClock clock, Store store, Runnable whenClosed) {
        this.clock = clock;
        this.whenClosed = whenClosed;
        this.subscriptions = new Subscriptions(store::changeNotifications);
    }

    /**
     * Makes a run active, or finds the call that handles it.
     *
     * @param mine the entry of this call
     * @return null if this call handles the run now; otherwise the entry of the call that does
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if a step of that very run asks
     */
    public @Nullable LocalRun take(LocalRun mine) {
        LocalRun other = active.putIfAbsent(mine.key, mine);
        if (isClosing()) {
            if (other == null) {
                leave(mine);
            }
            throw StreamContext.closed(mine.key);
        }
        if (other != null && other.isAroundCurrentThread()) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "A step of run '" + mine.key
                            + "' called its own run and would wait for itself. Return the transition to take instead.");
        }
        return other;
    }

    /** Lets go of a run, and tells the calls that may go on with it. */
    public void leave(LocalRun mine) {
        active.remove(mine.key, mine);
        subscriptions.onChange(mine.key);
        if (isClosing() && active.isEmpty()) {
            end();
        }
    }

    /** The entry of the call that handles a run; null if none does. */
    public @Nullable LocalRun find(RunKey key) {
        return active.get(key);
    }

    /** Notes that the execution of a run under this token broke down. */
    public void brokeDown(RunKey key, long fencingToken) {
        brokenDown.put(key, fencingToken);
    }

    /** The store knows of the breakdown, or another owner has continued the run since. */
    public void forgetBreakdown(RunKey key) {
        brokenDown.remove(key);
    }

    /** Whether the execution of a run under this token broke down, and no store knows of it. Returns true only once. */
    public boolean takeBreakdown(RunKey key, long fencingToken) {
        return brokenDown.remove(key, fencingToken);
    }

    public boolean isClosing() {
        return closing.getCount() == 0;
    }

    /** Returns all local runs. */
    Collection<LocalRun> all() {
        return active.values();
    }

    /** Opens when the runner has closed and no run is active. */
    public CountDownLatch closed() {
        return closed;
    }

    /** Returns a latch that opens when the runner closes. */
    public CountDownLatch closing() {
        return closing;
    }

    /**
     * Lets every call return after its current step, and abandons steps that take longer than this. Every caller waits
     * for that, also if another thread has begun it. Exception: a step of this runner that is not the first caller does
     * not wait, because two such steps would wait for each other.
     */
    public void close(Duration patience) {
        boolean isInStep = active.values().stream().anyMatch(LocalRun::isAroundCurrentThread);
        if (!begin(patience) && isInStep) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        waiting.lock();
        try {
            for (LocalRun localRun : active.values()) {
                interrupted |= awaitOrAbandon(localRun);
            }
            // The run of a step that closes its own runner is in progress; the end comes when it is let go.
            if (!isInStep) {
                end();
            }
        } finally {
            waiting.unlock();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether this is the first call that closes. */
    private synchronized boolean begin(Duration patience) {
        if (isClosing()) {
            return false;
        }
        patientUntil = clock.nanos() + patience.toNanos();
        closing.countDown();
        subscriptions.close();
        for (LocalRun localRun : active.values()) {
            localRun.close();
        }
        return true;
    }

    private void end() {
        closed.countDown();
        whenClosed.run();
    }

    private boolean awaitOrAbandon(LocalRun localRun) {
        // A step that closes its own runner cannot be waited for, nor one that waits for the end of the process.
        if (localRun.isAroundCurrentThread() || localRun.isExiting()) {
            return false;
        }
        try {
            if (clock.await(localRun.finished(), Math.max(0, patientUntil - clock.nanos()))) {
                return false;
            }
            localRun.abandon();
            if (!clock.await(localRun.finished(), STOP_GRACE)) {
                release(localRun);
            }
            return false;
        } catch (InterruptedException impatient) {
            localRun.abandon();
            release(localRun);
            return true;
        }
    }

    /**
     * Abandons a step that does not return: its run is released, or ends if it is to be cancelled, and the calls that
     * joined load it again.
     */
    void release(LocalRun localRun) {
        localRun.release();
        active.remove(localRun.key, localRun);
        localRun.finish(null);
    }
}
