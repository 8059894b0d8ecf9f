package io.stepgraph.internal.lease;

import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Renews the leases of local runs with long steps (L1): one thread for a runner, started with its first run, makes the
 * rounds. It comes by four times in each lease, so that one failure, and the next one, do no harm; not even an Error
 * ends it. A few more threads make the renewals, and exist only while there is something to renew: a renewal that the
 * store does not answer delays no other run. A renewal also informs the run: that its lease is lost, or that a command
 * has come (L6). A step that was to stop for such a reason, and has not at the next round, is left alone (R9).
 */
public final class LeaseRenewer implements Runnable {
    private static final int ROUNDS = 4;
    private static final int RENEWERS = 4;
    private static final long IDLE_SECONDS = 10;

    private final LocalRuns localRuns;
    private final long interval;
    private final AtomicBoolean isBegun = new AtomicBoolean();
    private final Set<LeasedRun> underWay = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor renewers = renewers();

    LeaseRenewer(RunnerConfig config, LocalRuns localRuns) {
        this.localRuns = localRuns;
        this.interval = Nanos.of(config.lease()) / ROUNDS;
    }

    /** Sees to it that leases are kept from here on. */
    public void begin() {
        if (isBegun.compareAndSet(false, true)) {
            daemon(this, "stepgraph leases").start();
        }
    }

    /** Renews leases by the clock of this machine, even if a test uses another clock for everything else. */
    @Override
    public void run() {
        CountDownLatch closed = localRuns.closed();
        try {
            while (!closed.await(interval, TimeUnit.NANOSECONDS)) {
                for (LocalRun localRun : localRuns.all()) {
                    keep(localRun);
                }
            }
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        } finally {
            renewers.shutdown();
        }
    }

    /** Starts the renewal of a lease, or its release if the step does not end, unless that is under way. */
    private void keep(LocalRun localRun) {
        LeasedRun run = localRun.leased();
        if (run == null || !isInNeed(localRun, run) || !underWay.add(run)) {
            return;
        }
        try {
            renewers.execute(() -> renew(localRun, run));
        } catch (RuntimeException | Error noThread) {
            underWay.remove(run);
            Log.renewalFailed(localRun.key.id(), noThread);
        }
    }

    private boolean isInNeed(LocalRun localRun, LeasedRun run) {
        return localRun.ignoresCancel(LocalRuns.STOP_GRACE)
                || (localRun.lost() == null && !run.executesWork() && run.age().isAtLeast(interval / 2));
    }

    private void renew(LocalRun localRun, LeasedRun run) {
        try {
            if (localRun.ignoresCancel(LocalRuns.STOP_GRACE)) {
                localRuns.release(localRun);
            } else if (run.renew()) {
                localRun.cancel(run.lease());
            }
        } catch (RuntimeException | Error failed) {
            if (failed instanceof StepgraphException lost && lost.code() == ErrorCode.LEASE_LOST) {
                localRun.lose(run, lost);
            } else {
                Log.renewalFailed(localRun.key.id(), failed);
            }
        } finally {
            underWay.remove(run);
        }
    }

    /** The threads are there while they have something to renew: most programs never have a step that is so long. */
    private static ThreadPoolExecutor renewers() {
        ThreadPoolExecutor renewers = new ThreadPoolExecutor(
                RENEWERS,
                RENEWERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> daemon(work, "stepgraph renewal"));
        renewers.allowCoreThreadTimeOut(true);
        return renewers;
    }

    private static Thread daemon(Runnable body, String name) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }
}
