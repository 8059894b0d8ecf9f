package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.util.Objects;

/**
 * Cancels runs, wherever they are executed (L6). The store ends those that nobody executes; of the others the owner has to see
 * it, or, if that is not there to see anything, they are given back in its place, which ends them.
 */
final class Cancelling {
    private final Shield store;
    private final RunnerConfig config;
    private final Executions executions;
    private final Claims claims;

    Cancelling(Shield store, RunnerConfig config, Executions executions, Claims claims) {
        this.store = store;
        this.config = config;
        this.executions = executions;
        this.claims = claims;
    }

    void cancel(RunKey key, String by) {
        RunRecord now = store.control(key, new Control.Cancel(by));
        if (now == null || now.status() != Status.RUNNING) {
            return;
        }
        Lease lease = now.lease(config.lease());
        Execution here = executions.find(key);
        if (here != null && here.cancel(lease)) {
            return;
        }
        if (isLeft(now)) {
            store.release(lease);
        }
    }

    /** Whether its owner will never see it. */
    private boolean isLeft(RunRecord run) {
        Owner owner = Objects.requireNonNull(run.owner());
        return run.isLeaseOver() || owner.equals(claims.owner()) || DeadOwners.isDead(owner);
    }
}
