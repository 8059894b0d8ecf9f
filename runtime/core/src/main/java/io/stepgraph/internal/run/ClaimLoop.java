package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.run.Claims.Claim;
import io.stepgraph.internal.step.Failures;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.internal.step.StepThreads;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.RunKey;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a worker: while a slot is free, it claims runs and passes each to a thread. If there is nothing to claim,
 * it waits for a notification of the store, or for a while.
 */
public final class ClaimLoop implements Runnable, ChangeNotifications.Listener {
    /**
     * The pause between two looks, for each graph, into a store that notifies nobody of changes. A look costs some
     * microseconds.
     */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The time after a look within which one further look is enough for all changes that are notified. */
    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    private final GuardedStore store;
    private final RunnerConfig config;
    private final ClaimPicker picker;
    private final Semaphore slots;
    private final long pollNanos;
    private final long pauseNanos;
    private final Semaphore wake = new Semaphore(0);
    private final Runnable hinted;

    /** The runs that threads have in their hands, and those that came too late because the runner was closed. */
    private final Queue<RunKey> inHand = new ConcurrentLinkedQueue<>();

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong claimed = new AtomicLong();
    private final AtomicLong notContinued = new AtomicLong();
    private long lookedAt;
    private volatile boolean isWaiting;
    private volatile boolean isStopped;
    private volatile @Nullable ChangeNotifications notifications;

    /**
     * Creates a loop.
     *
     * @param hinted is told of each notification, quickly
     */
    public ClaimLoop(
            RunnerContext runner, List<ServedGraph> graphs, Set<String> namespaces, int concurrency, Runnable hinted) {
        this.store = runner.store();
        this.config = runner.config();
        this.picker = new ClaimPicker(runner, graphs, namespaces, null, false, running::get);
        this.lookedAt = config.clock().nanos() - SETTLE_NANOS;
        this.pollNanos = Nanos.of(config.pollInterval());
        this.pauseNanos = Math.min(pollNanos, Math.min(graphs.size() * PAUSE_NANOS, LONGEST_PAUSE_NANOS));
        this.slots = new Semaphore(concurrency);
        this.hinted = hinted;
    }

    /** Returns the number of runs that are executed now. */
    public int running() {
        return running.get();
    }

    /** Returns the number of runs that were claimed so far. */
    public long claimed() {
        return claimed.get();
    }

    /** Returns the number of claimed runs that could not be continued so far. */
    public long notContinued() {
        return notContinued.get();
    }

    /** Claims runs until {@link #stop} is called. */
    @Override
    public void run() {
        notifications = store.changeNotifications(this);
        try {
            while (!isStopped) {
                slots.acquireUninterruptibly();
                int free = 1 + slots.drainPermits();
                int begun = 0;
                try {
                    begun = isStopped ? 0 : claimAndBegin(free); // the slot may come from stop()
                } finally {
                    slots.release(free - begun);
                }
                if (begun == 0) {
                    pause();
                }
            }
        } finally {
            giveBack(picker.close());
            notifications.close();
        }
    }

    /** Claims at most this many runs, unless claimed ones wait, and begins them. Returns how many it has begun. */
    private int claimAndBegin(int free) {
        if (picker.isHeld()) {
            return 0;
        }
        if (picker.mayClaim()) {
            claim(free);
        }
        isWaiting = picker.isWaiting();
        int begun = 0;
        Claim next;
        // What a claim has found while this loop was stopped is given back.
        while (!isStopped && (next = picker.next()) != null) {
            begin(next);
            begun++;
        }
        isWaiting = picker.isWaiting();
        return begun;
    }

    private void claim(int free) {
        lookedAt = config.clock().nanos();
        try {
            picker.claim(free);
        } catch (RuntimeException | Error failure) {
            if (!isStopped) {
                Log.notClaimed(failure);
            }
        }
    }

    private void begin(Claim claim) {
        claimed.incrementAndGet();
        running.incrementAndGet();
        inHand.add(claim.key());
        StepThreads.start(() -> advance(claim), "stepgraph " + claim.key());
    }

    private void advance(Claim claim) {
        try {
            ServedGraph.Refusal refused = claim.graph().advance().apply(claim.key());
            if (refused != null) {
                // First: a command may let the run be claimed again at once.
                picker.leave(refused);
                notContinued.incrementAndGet();
            }
            inHand.remove(claim.key());
        } catch (RuntimeException | Error failure) {
            if (Failures.hasCode(failure, ErrorCode.RUNNER_CLOSED)) {
                return;
            }
            inHand.remove(claim.key());
            if (!(failure instanceof RunNotFoundException)) {
                notContinued.incrementAndGet();
                Log.notContinued(claim.key().id(), failure);
            }
        } finally {
            running.decrementAndGet();
            slots.release();
            if (isWaiting) {
                wake.release();
            }
        }
    }

    /** Leaves claimed runs to other workers, which would find them only after the time of the claim. */
    private void giveBack(List<RunKey> claimed) {
        try {
            if (!claimed.isEmpty()) {
                store.send(s -> s.queue().unclaim(claimed));
            }
        } catch (RuntimeException | Error failure) {
            Log.notGivenBack(claimed.size(), failure);
        }
    }

    private void pause() {
        ChangeNotifications given = notifications;
        boolean isNotified = given != null && given.areExpected();
        try {
            boolean isWoken = wake.tryAcquire(isNotified ? pollNanos : pauseNanos, TimeUnit.NANOSECONDS);
            if (isWoken && !isStopped) {
                TimeUnit.NANOSECONDS.sleep(SETTLE_NANOS - (config.clock().nanos() - lookedAt));
            }
        } catch (InterruptedException byUserCode) {
            // Nobody interrupts this thread but code that it calls, such as a driver; stop() does not.
        }
        wake.drainPermits();
    }

    /** Claims no more runs. The runs in progress continue. */
    public void stop() {
        isStopped = true;
        wake.release();
        slots.release();
    }

    /** Gives back the runs that the closed runner may not have acquired. Called after the end of the loop. */
    public void close() {
        giveBack(List.copyOf(inHand));
    }

    @Override
    public void onChange(RunKey run) {
        onGap();
    }

    @Override
    public void onGap() {
        wake.release();
        hinted.run();
    }
}
