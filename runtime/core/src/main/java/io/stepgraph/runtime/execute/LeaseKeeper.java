package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.LeaseLost;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Renews the leases of the runs in hand whose steps take long (L1): one thread for a runner, begun with its first run. It
 * comes by four times in each lease, so that one failure, and the next one, do no harm. What it learns of a run while doing
 * so reaches the run: that the lease is lost, or that somebody wants something (L6).
 */
final class LeaseKeeper implements Runnable {
    private static final int ROUNDS = 4;

    private final Executions executions;
    private final long interval;
    private final AtomicBoolean isBegun = new AtomicBoolean();

    LeaseKeeper(RunnerConfig config, Executions executions) {
        this.executions = executions;
        this.interval = Time.nanos(config.lease()) / ROUNDS;
    }

    /** Sees to it that leases are kept from here on. */
    void begin() {
        if (isBegun.compareAndSet(false, true)) {
            Thread thread = new Thread(this, "stepgraph leases");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** By the time of this machine, also where a test has put another one in its place for everything else. */
    @Override
    public void run() {
        CountDownLatch closed = executions.closed();
        try {
            while (!closed.await(interval, TimeUnit.NANOSECONDS)) {
                executions.inHand().forEach(this::keep);
            }
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
    }

    private void keep(Execution execution) {
        LeasedRun run = execution.leased();
        if (run == null || execution.lost() != null) {
            return;
        }
        try {
            if (run.renew(interval / 2)) {
                execution.cancel();
            }
        } catch (LeaseLost lost) {
            execution.lose(run, lost);
        } catch (RuntimeException failed) {
            Log.renewalFailed(execution.key.id(), failed);
        }
    }
}
