package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.LocalRuns;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.log.RunSubscription;
import io.stepgraph.internal.log.StreamContext;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.runtime.WaitTimeoutException;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The wait of one call for a run that somebody else executes: interruptible, and not longer than the runner allows
 * (R3).
 */
final class RunWaiter {
    private static final long FIRST_PAUSE = 20_000_000;

    /** The time after a look within which one further look is enough for all changes that are notified. */
    private static final long SETTLE = 3_000_000;

    private final RunKey key;
    private final RunnerContext runner;
    private final RunnerConfig config;
    private final LocalRuns localRuns;
    private final long from;
    private final long longestPause;
    private final RunSubscription subscription = new RunSubscription();

    /** Opens with the next change of the run; null until the call first waits for one. */
    private @Nullable CountDownLatch change;

    private long pause = FIRST_PAUSE;
    private long lookedAt;

    RunWaiter(RunKey key, RunnerContext runner) {
        this.key = key;
        this.runner = runner;
        this.config = runner.config();
        this.localRuns = runner.localRuns();
        this.from = config.clock().nanos();
        this.longestPause = Nanos.of(config.pollInterval()) / 2;
    }

    /** Waits for the end of a call in this process. */
    void join(LocalRun other) {
        try {
            if (!config.clock().await(other.finished(), left())) {
                throw busy("is being executed in this process");
            }
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    /**
     * Looks longer and longer apart whether the owner has released the run, lost it, or died.
     *
     * @throws WaitTimeoutException if that takes longer than the runner allows
     */
    void awaitOwner(StoredRun found) {
        Owner owner = Objects.requireNonNull(found.owner());
        RunHeader now;
        do {
            now = awaitChange(
                    localRuns.subscriptions.areHintsExpected() ? hintedPause(found) : nextPause(),
                    () -> "is being executed at step '" + found.checkpoint().step() + "' by process " + owner.pid()
                            + " on '" + host(owner) + "'");
        } while (now != null && isAs(now, found) && !now.isLeaseOver() && !OwnerIdentity.isDead(owner));
    }

    /** Waits until a run that was found queued or executed is not as it was found. */
    void awaitStop(StoredRun found) {
        RunHeader now;
        do {
            now = awaitChange(
                    localRuns.subscriptions.areHintsExpected() ? longestPause : nextPause(),
                    () -> "is " + found.status() + " at step '"
                            + found.checkpoint().step() + "'");
        } while (now != null && isAs(now, found));
    }

    /**
     * Begins to hear of changes of the agents that the run has called. Called before each look at them, so that no later
     * change is missed.
     */
    void listen() {
        subscription.hearFamily();
        if (change == null) {
            localRuns.subscriptions.add(key, subscription);
        }
        change = subscription.nextChange();
        lookedAt = System.nanoTime();
    }

    /**
     * Waits until there is a hint that an agent that the run has called has changed since {@link #listen}, or for a
     * while.
     *
     * @param isIdle whether this call does nothing but wait
     * @param isSoon whether something else may happen soon
     * @throws WaitTimeoutException if the call has only waited for longer than the runner allows
     */
    void awaitFamily(boolean isIdle, boolean isSoon) {
        long longest = isSoon ? FIRST_PAUSE : localRuns.subscriptions.areHintsExpected() ? longestPause : nextPause();
        checkOpen();
        CountDownLatch awaited = Objects.requireNonNull(change);
        try {
            if (isIdle) {
                config.clock().pause(awaited, Math.min(longest, left()));
            } else {
                config.clock().await(awaited, longest);
                settle();
            }
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
        checkOpen();
        if (isIdle && left() == 0) {
            throw busy("waits for agents that it has called, which others execute,");
        }
    }

    /**
     * Waits until there is a hint that the run has changed since {@link #listen}, or for a while.
     *
     * @param message what the call waits for a reply to
     * @throws WaitTimeoutException if the call has lasted longer than the runner allows
     */
    void awaitReply(Object message) {
        checkOpen();
        if (left() == 0) {
            throw new WaitTimeoutException("There is no reply to " + message + " within " + config.waitTimeout()
                    + ". The message stays; ask again with the same id to go on waiting.");
        }
        pause(Objects.requireNonNull(change), localRuns.subscriptions.areHintsExpected() ? longestPause : nextPause());
        try {
            settle();
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
        checkOpen();
    }

    private void settle() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(SETTLE - (System.nanoTime() - lookedAt));
    }

    /** Something has happened: the next pause is short. */
    void hurry() {
        pause = FIRST_PAUSE;
    }

    /** Ends the pause of the thread that waits. Any thread may call it. */
    void wake() {
        subscription.changed();
    }

    /**
     * Waits until the delay or the run's time is over by the store's clock, or something has changed.
     *
     * @throws WaitTimeoutException if that takes longer than the runner allows
     */
    void awaitDelay(StoredRun found) {
        Instant dueAt = Objects.requireNonNull(found.dueAt());
        Instant deadline = found.deadline();
        Instant end = deadline != null && deadline.isBefore(dueAt) ? deadline : dueAt;
        Instant seenAt = found.readAt();
        while (seenAt.isBefore(end)) {
            RunHeader now = awaitChange(
                    Math.min(longestPause, Nanos.of(Duration.between(seenAt, end))),
                    () -> "waits until " + dueAt + " before step '"
                            + found.checkpoint().step() + "' is tried again,");
            if (now == null || !isAs(now, found)) {
                return;
            }
            seenAt = now.readAt();
        }
    }

    /**
     * Waits a moment for the end of the run in the way of a start.
     *
     * @throws ThreadBusyException if the runner allows no longer wait
     */
    void awaitThread(ThreadBusyException busy) {
        pause(localRuns.closing(), nextPause());
        checkOpen();
        if (left() == 0) {
            throw busy;
        }
    }

    private static boolean isAs(RunHeader now, StoredRun found) {
        return now.status() == found.status()
                && now.runNumber() == found.runNumber()
                && now.fencingToken() == found.fencingToken();
    }

    private WaitTimeoutException busy(String why) {
        return new WaitTimeoutException("Run '" + key + "' " + why + " and has neither paused nor ended within "
                + config.waitTimeout() + ". Nothing was changed; run it again to go on waiting.");
    }

    /**
     * Returns the pause where a store notifies of changes: polling can be slow, but no notification says that a lease
     * is over.
     */
    private long hintedPause(StoredRun found) {
        Duration leased = Duration.between(found.readAt(), Objects.requireNonNull(found.leaseUntil()));
        return Math.min(longestPause, Math.max(FIRST_PAUSE, Nanos.of(leased)));
    }

    /**
     * Waits until there is a hint that the run has changed, but not longer than this, and reads where the run stands.
     *
     * @param why the middle of the message if the runner allows no longer wait
     * @return null if the run is gone
     */
    private @Nullable RunHeader awaitChange(long nanos, Supplier<String> why) {
        CountDownLatch awaited = change;
        if (awaited == null) {
            awaited = subscription.nextChange();
            localRuns.subscriptions.add(key, subscription);
        }
        checkOpen();
        pause(awaited, nanos);
        checkOpen();
        // Before the store is read, so that no later change is missed.
        change = subscription.nextChange();
        if (left() == 0) {
            throw busy(why.get());
        }
        return runner.store().call(s -> s.runs().summary(key));
    }

    private static String host(Owner owner) {
        return owner.machine().substring(0, Math.max(0, owner.machine().indexOf('/')));
    }

    private long nextPause() {
        long slice = Math.min(pause, longestPause);
        pause = Math.min(2 * pause, longestPause);
        return slice;
    }

    private void checkOpen() {
        if (localRuns.isClosing()) {
            throw StreamContext.closed(key);
        }
    }

    /** The call is over. */
    void end() {
        localRuns.subscriptions.remove(key, subscription);
    }

    private void pause(CountDownLatch latch, long nanos) {
        try {
            config.clock().pause(latch, Math.min(nanos, left()));
        } catch (InterruptedException interrupted) {
            throw interrupted();
        }
    }

    private StepgraphException interrupted() {
        Thread.currentThread().interrupt();
        return interrupted(key);
    }

    private long left() {
        Duration limit = config.waitTimeout();
        return limit == null
                ? Long.MAX_VALUE
                : Math.max(0, Nanos.of(limit) - (config.clock().nanos() - from));
    }

    static StepgraphException interrupted(RunKey key) {
        return new StepgraphException(
                ErrorCode.CALL_INTERRUPTED,
                "The thread that asked for run '" + key + "' was interrupted before the run paused or"
                        + " ended. Nothing was changed; run it again to continue.");
    }
}
