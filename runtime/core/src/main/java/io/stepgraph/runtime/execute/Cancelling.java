package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.util.Objects;

/** Cancels runs of one graph, wherever they are executed (L6). */
final class Cancelling {
    private final GraphRunner<?, ?, ?, ?> runner;
    private final Shield store;
    private final RunnerConfig config;
    private final Executions executions;
    private final Claims claims;

    Cancelling(
            GraphRunner<?, ?, ?, ?> runner, Shield store, RunnerConfig config, Executions executions, Claims claims) {
        this.runner = runner;
        this.store = store;
        this.config = config;
        this.executions = executions;
        this.claims = claims;
    }

    void cancel(RunKey key, String by) {
        RunRecord now = store.control(key, new Control.Cancel(by));
        while (now != null && now.cancelBy() != null && now.status() == Status.RUNNING && !isSeenTo(now)) {
            now = store.find(key);
        }
    }

    /** Whether nothing is left to do: its owner lives and will see it, or it has ended in the place of its owner. */
    private boolean isSeenTo(RunRecord run) {
        Lease lease = run.lease(config.lease());
        Execution here = executions.find(run.key());
        if (here != null && here.cancel(lease)) {
            return true;
        }
        Owner other = Objects.requireNonNull(run.owner());
        if (other.equals(claims.owner())) {
            store.release(lease);
            return true;
        }
        boolean isDead = DeadOwners.isDead(other);
        if (!isDead && !run.isLeaseOver()) {
            return true;
        }
        RunRecord acquired = claims.acquire(run, isDead);
        if (acquired == null) {
            return false;
        }
        new LeasedRun(config, executions, acquired, run.fingerprint(), runner.log(run.key())).commitCancel();
        return true;
    }
}
