package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.CallInterrupted;
import io.stepgraph.runtime.RunBusy;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.ThreadBusy;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One call's waiting for a run that somebody else executes: interruptible, and not longer than the runner allows (R3). */
final class Attachment {
    private static final long FIRST_PAUSE = 20_000_000;

    private final RunKey key;
    private final RunnerConfig config;
    private final Executions executions;
    private final long from;
    private final long longestPause;
    private @Nullable CountDownLatch change;
    private long pause = FIRST_PAUSE;

    Attachment(RunKey key, RunnerConfig config, Executions executions) {
        this.key = key;
        this.config = config;
        this.executions = executions;
        this.from = config.time().nanos();
        this.longestPause = Time.nanos(config.polling()) / 2;
    }

    /**
     * Waits for a call in this process.
     *
     * @return where the run came to rest; null to look again
     */
    @Nullable Stop<?> join(Execution other) {
        if (!await(other.finished(), Long.MAX_VALUE)) {
            throw new RunBusy("Run '" + key + "' is being executed in this process and came to no stop within "
                    + config.attachLimit() + ". Nothing was changed; run it again to wait on.");
        }
        return other.stop();
    }

    /** Waits a little for an owner elsewhere, longer from time to time. */
    void pause(RunRecord found, Owner owner) {
        awaitChange(executions.watchers.areHintsExpected() ? hintedPause(found) : nextPause());
        if (left() == 0) {
            String host =
                    owner.machine().substring(0, Math.max(0, owner.machine().indexOf('/')));
            throw new RunBusy("Run '" + key + "' is being executed at step '"
                    + found.checkpoint().step() + "' by process " + owner.pid() + " on '" + host
                    + "' and came to no stop within " + config.attachLimit()
                    + ". Nothing was changed; run it again to wait on.");
        }
    }

    /** Waits a little for the end of a delay, of which so much is left. */
    void delay(RunRecord found, Duration left) {
        awaitChange(Math.min(longestPause, Time.nanos(left)));
        if (left() == 0) {
            throw new RunBusy("Run '" + key + "' waits until " + found.wakeAt() + " before step '"
                    + found.checkpoint().step() + "' is tried again, and came to no stop within "
                    + config.attachLimit() + ". Nothing was changed; run it again to wait on.");
        }
    }

    /** Waits a little for a thread that has an unfinished run, longer from time to time. */
    void busy(ThreadBusy busy) {
        boolean unused = await(executions.closing(), nextPause());
        checkOpen();
        if (left() == 0) {
            throw busy;
        }
    }

    /** Where changes are hinted at there is no hurry, but no hint tells that a lease is over. */
    private long hintedPause(RunRecord found) {
        Duration leased = Duration.between(found.readAt(), Objects.requireNonNull(found.leaseUntil()));
        return Math.min(longestPause, Math.max(FIRST_PAUSE, Time.nanos(leased)));
    }

    /** Waits until there is a hint that the run has changed, but not longer than this. */
    private void awaitChange(long nanos) {
        CountDownLatch awaited = change;
        if (awaited == null) {
            awaited = executions.watchers.nextChange(key);
            change = awaited;
        }
        checkOpen();
        boolean unused = await(awaited, nanos);
        checkOpen();
        // Before the store is looked at, so that what changes afterwards is not missed.
        change = executions.watchers.nextChange(key);
    }

    private long nextPause() {
        long slice = Math.min(pause, longestPause);
        pause = Math.min(2 * pause, longestPause);
        return slice;
    }

    private void checkOpen() {
        if (executions.isClosing()) {
            throw Executions.closed(key);
        }
    }

    /** The call is over. */
    void end() {
        if (change != null) {
            executions.watchers.forget(key, change);
        }
    }

    private boolean await(CountDownLatch signal, long nanos) {
        try {
            return config.time().await(signal, Math.min(nanos, left()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw interrupted(key);
        }
    }

    private long left() {
        Duration limit = config.attachLimit();
        return limit == null
                ? Long.MAX_VALUE
                : Math.max(0, Time.nanos(limit) - (config.time().nanos() - from));
    }

    static CallInterrupted interrupted(RunKey key) {
        return new CallInterrupted(
                "The thread that asked for run '" + key + "' was interrupted before the run came to its"
                        + " next stop. Nothing was changed; run it again to go on.");
    }
}
