package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.OwnerIdentity;
import io.stepgraph.internal.lease.RunReport;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.FamilyMember;
import io.stepgraph.store.Lease;
import io.stepgraph.store.Owner;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives commands to runs of any graph, wherever they are executed. The owner of a run that is to be cancelled, or of a
 * descendant of it, must notice it (L6, C8); if the owner is dead, the run is released in its place, which ends it. A
 * failed run is opened again for a worker or the next call that has its graph (R7).
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
        if (!(command instanceof RunCommand.Cancel cancel) || runner.store().isJoined()) {
            return now;
        }
        if (now.status() == Status.CANCELLED) {
            endCalled(key, cancel);
        }
        return cancel.statuses().contains(Status.RUNNING) ? end(key, now, cancel) : now;
    }

    /**
     * Stops the agents that a run has called (C9).
     *
     * @return false if the run has changed since it was read
     */
    boolean stopCalled(StoredRun caller, ErrorCode code, String why) {
        RunCommand.Stop stop = new RunCommand.Stop(code, why);
        List<RunKey> executed = runner.store().call(s -> s.runs().stopCalled(caller, stop));
        if (executed == null) {
            return false;
        }
        executed.forEach(called -> end(called, stop));
        return true;
    }

    /** Lets the owners of the unfinished descendants of a cancelled run notice the cancel (C8). */
    private void endCalled(RunKey cancelled, RunCommand.Cancel cancel) {
        for (FamilyMember member : runner.store().call(s -> s.calls().family(cancelled, Integer.MAX_VALUE))) {
            RunKey key = new RunKey(cancelled.namespace(), member.run().id());
            runner.localRuns().subscriptions.onChange(key);
            if (member.run().status() == Status.RUNNING) {
                end(key, cancel);
            }
        }
    }

    private void end(RunKey key, RunCommand command) {
        RunHeader found = runner.store().call(s -> s.runs().summary(key));
        if (found != null) {
            end(key, found, command);
        }
    }

    /** Lets the owner of a run that is to end notice that. */
    private RunHeader end(RunKey key, RunHeader requested, RunCommand command) {
        RunHeader now = requested;
        while ((now.cancelRequestedBy() != null || now.stopAs() != null)
                && now.status() == Status.RUNNING
                && !isSeen(key, now)) {
            runner.leases().release(lease(key, now));
            RunHeader then = runner.store().call(s -> s.runs().summary(key));
            if (then == null || then.runNumber() != now.runNumber()) {
                return now;
            }
            // Its lease may have ended meanwhile, and with it the right to give the run back; then the store ends it
            // now.
            now = then.isLeaseOver()
                    ? runner.store().write(key, s -> s.runs().command(key, then.runNumber(), command))
                    : then;
        }
        return now;
    }

    /** Whether a living owner will notice that the run is to end. */
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
        } while (!reopen(failed, by, null));
    }

    /** Opens a run again; false if it is gone, or has not failed in this visit. */
    public boolean reopen(
            RunKey key, long runNumber, @Nullable String thread, String step, long visit, @Nullable String by) {
        return reopen(key, runNumber, thread, step, visit, by, null);
    }

    /**
     * Opens a run again; false if it is gone, or has not failed since it was read.
     *
     * @param callDue the end of the time of the call, if it stands at one; null for as long as before
     */
    boolean reopen(StoredRun failed, @Nullable String by, @Nullable Due callDue) {
        StepEntry at = failed.checkpoint();
        return reopen(failed.key(), failed.runNumber(), failed.thread(), at.step(), at.visit(), by, callDue);
    }

    private boolean reopen(
            RunKey key,
            long runNumber,
            @Nullable String thread,
            String step,
            long visit,
            @Nullable String by,
            @Nullable Due callDue) {
        RunReport reopened = new RunReport(key, thread, new RunEvent.Reopened(key.id(), step, visit, by));
        return runner.store()
                .tryWrite(
                        reopened,
                        (s, events) ->
                                s.runs().reopen(new ReopenRequest(key, runNumber, thread, visit, events, by, callDue)));
    }

    private Lease lease(RunKey key, RunHeader run) {
        return new Lease(
                key, run.runNumber(), run.fencingToken(), runner.config().lease());
    }
}
