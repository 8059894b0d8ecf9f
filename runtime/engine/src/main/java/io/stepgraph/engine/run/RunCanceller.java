package io.stepgraph.engine.run;

import io.stepgraph.engine.lease.ActiveRun;
import io.stepgraph.engine.lease.RunnerContext;
import io.stepgraph.engine.lease.process.OwnerIdentity;
import io.stepgraph.engine.store.Owner;
import io.stepgraph.engine.store.RunCommand;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.engine.store.Status;
import java.util.Objects;

/**
 * Cancels runs, wherever they are executed (L6). The store ends runs that nobody executes. For the others the owner must
 * notice the cancel; if the owner is dead, the canceller releases the run in its place, which ends it.
 */
public final class RunCanceller {
    private final RunnerContext runner;

    public RunCanceller(RunnerContext runner) {
        this.runner = runner;
    }

    /**
     * Cancels a run.
     *
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    public void cancel(RunKey key, String by) {
        RunRecord now = runner.store().command(key, new RunCommand.Cancel(by));
        while (now != null && now.cancelRequestedBy() != null && now.status() == Status.RUNNING && !isSeen(now)) {
            runner.leases().release(now);
            // Its lease may have ended meanwhile, and with it the right to give the run back; then the store ends it
            // now.
            now = runner.store().find(key);
            if (now != null && now.isLeaseOver()) {
                now = runner.store().command(key, new RunCommand.Cancel(by));
            }
        }
    }

    /** Whether a living owner will notice the cancel. */
    private boolean isSeen(RunRecord run) {
        Owner owner = Objects.requireNonNull(run.owner());
        boolean isOurs = owner.equals(runner.leases().owner());
        ActiveRun here = runner.activeRuns().find(run.key());
        if (here != null && (here.cancel(run.lease(runner.config().lease())) || isOurs)) {
            // If it is about to begin, it looks before it does.
            return true;
        }
        return !isOurs && !OwnerIdentity.isDead(owner);
    }
}
