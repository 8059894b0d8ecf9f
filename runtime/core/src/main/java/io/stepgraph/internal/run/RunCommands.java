package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.internal.lease.RunReport;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.store.Lease;
import io.stepgraph.store.Owner;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives commands to runs of any graph, wherever they are executed. The owner of a run that is to be cancelled must
 * notice it (L6); if the owner is dead, the run is released in its place, which ends it. A failed run is opened again
 * for a worker or the next call that has its graph (R7).
 */
public final class RunCommands {
    private final RunnerContext runner;

    public RunCommands(RunnerContext runner) {
        this.runner = runner;
    }

    /**
     * Gives a command to the run that there is.
     *
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    public void give(RunKey key, RunCommand command) {
        give(key, null, command);
    }

    /**
     * Gives a command to a run, if it has this number.
     *
     * @param runNumber null for the run that there is
     * @return where the run stands then
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    public RunHeader give(RunKey key, @Nullable Long runNumber, RunCommand command) {
        RunHeader now = runner.store().write(key, s -> s.runs().command(key, runNumber, command));
        return command instanceof RunCommand.Cancel cancel ? cancel(key, now, cancel) : now;
    }

    /** Lets the owner notice the cancel. */
    private RunHeader cancel(RunKey key, RunHeader requested, RunCommand.Cancel cancel) {
        RunHeader now = requested;
        while (!runner.store().isJoined()
                && now.cancelRequestedBy() != null
                && now.status() == Status.RUNNING
                && cancel.statuses().contains(Status.RUNNING)
                && !isSeen(key, now)) {
            runner.leases().release(lease(key, now));
            RunHeader then = runner.store().call(s -> s.runs().summary(key));
            if (then == null || then.runNumber() != now.runNumber()) {
                return now;
            }
            // Its lease may have ended meanwhile, and with it the right to give the run back; then the store ends it
            // now.
            now = then.isLeaseOver()
                    ? runner.store().write(key, s -> s.runs().command(key, then.runNumber(), cancel))
                    : then;
        }
        return now;
    }

    /** Whether a living owner will notice the cancel. */
    private boolean isSeen(RunKey key, RunHeader run) {
        Owner owner = Objects.requireNonNull(run.owner());
        boolean isOurs = owner.equals(runner.leases().owner());
        LocalRun here = runner.localRuns().find(key);
        if (here != null && (here.cancel(lease(key, run)) || isOurs)) {
            // If it is about to begin, it looks before it does.
            return true;
        }
        return !isOurs && !OwnerIdentity.isDead(owner);
    }

    /**
     * Opens a failed run again.
     *
     * @param by who does so; null if nobody said
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     * @throws io.stepgraph.runtime.StepgraphException with
     *     {@link io.stepgraph.runtime.ErrorCode#ILLEGAL_RUN_STATUS} if it has not failed
     */
    public void retry(RunKey key, @Nullable String by) {
        StoredRun failed;
        do {
            failed = runner.store().call(s -> s.runs().find(key));
            if (failed == null) {
                throw key.notFound();
            }
            failed.checkFailed();
        } while (!reopen(
                key,
                failed.runNumber(),
                failed.thread(),
                failed.checkpoint().step(),
                failed.checkpoint().visit(),
                by));
    }

    /** Opens a run again; false if it is gone, or has not failed in this visit. */
    public boolean reopen(
            RunKey key, long runNumber, @Nullable String thread, String step, long visit, @Nullable String by) {
        RunReport reopened = new RunReport(key, thread, new RunEvent.Reopened(key.id(), step, visit, by));
        return runner.store()
                .tryWrite(
                        reopened,
                        (s, events) -> s.runs().reopen(new ReopenRequest(key, runNumber, thread, visit, events)));
    }

    private Lease lease(RunKey key, RunHeader run) {
        return new Lease(
                key, run.runNumber(), run.fencingToken(), runner.config().lease());
    }
}
