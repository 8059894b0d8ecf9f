package io.stepgraph.internal.lease;

import io.stepgraph.internal.log.Observers;
import io.stepgraph.internal.step.FailureLog;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * The objects that all calls of one runner share.
 *
 * @param store the store, whose calls are sent once and never see an interrupt
 * @param localRuns the calls that handle a run at present
 * @param leases acquires runs for this runner
 * @param renewer renews the leases of runs whose steps take long
 * @param observers the runner's observers
 * @param failures counts and logs the runs that have failed in this runner
 * @param graphs saves the graphs of runs for tools
 * @param marked deletes runs some time after their end
 */
public record RunnerContext(
        RunnerConfig config,
        GuardedStore store,
        LocalRuns localRuns,
        LeaseAcquirer leases,
        LeaseRenewer renewer,
        Observers observers,
        FailureLog failures,
        GraphSaver graphs,
        MarkedRunDeleter marked) {

    /** Opens the context of a new runner. */
    public static RunnerContext open(Store raw, RunnerConfig config) {
        Owner owner = OwnerIdentity.ofNewRunner();
        LocalRuns localRuns = new LocalRuns(config.clock(), raw, () -> OwnerIdentity.closed(owner));
        Observers observers = new Observers(config.observers());
        GuardedStore store = new GuardedStore(raw, config.clock(), localRuns, observers);
        RunnerContext opened = new RunnerContext(
                config,
                store,
                localRuns,
                new LeaseAcquirer(
                        store,
                        new LeaseRequest(owner, config.lease()),
                        config.visits().maxCrashes(),
                        config.clock()),
                new LeaseRenewer(config, localRuns),
                observers,
                new FailureLog(config.clock()),
                new GraphSaver(store),
                new MarkedRunDeleter(config, owner, store));
        OwnerIdentity.opened(owner);
        return opened;
    }

    /** The runner is asked to stop: from now on, the end of its process is not a crash of its runs (R6). */
    public void stopping() {
        leases.stopping(localRuns.all());
    }

    /** Lets runs in progress come to the end of their present step. */
    public void close() {
        stopping();
        localRuns.close(config.closePatience());
        marked.close();
    }

    /**
     * Refuses a call that executes steps, or waits for them, in a transaction of the program: it would hold that open
     * (T1).
     *
     * @param instead what to call there
     */
    public void checkOutsideTransaction(String call, String instead) {
        if (store.isJoined()) {
            throw new StepgraphException(
                    ErrorCode.IN_TRANSACTION,
                    call
                            + " would execute steps, or wait for them, in the transaction that this thread is in. Nothing was changed."
                            + " " + instead);
        }
    }

    /**
     * Ends a run that nobody executes as failed, at the step where it stands.
     *
     * @param why the message of the failure
     * @return false if the run changed since it was read
     */
    public boolean fail(StoredRun found, ErrorCode code, String why) {
        StepEntry at = found.checkpoint();
        StepFailure<?> failure = new StepFailure<>(at.step(), at.visit(), at.attempt(), code, "", why);
        Json stored = EventJson.failure(failure);
        boolean isEnded = end(
                found,
                new StopReason.Failed(stored),
                new RunEvent.Failed(found.key().id(), failure),
                stored);
        if (isEnded) {
            failed(found.key(), found.graph(), failure, null);
        }
        return isEnded;
    }

    /** Ends a run that nobody executes as cancelled; false if the run changed since it was read. */
    public boolean cancel(StoredRun found, String by) {
        return end(
                found,
                new StopReason.Cancelled(by),
                new RunEvent.Cancelled(found.key().id(), by),
                null);
    }

    private boolean end(StoredRun found, StopReason stopReason, RunEvent event, @Nullable Json failure) {
        RunReport report = new RunReport(found.key(), found.thread(), event, failure);
        return store.tryWrite(report, (s, events) -> s.runs().end(found, stopReason, events));
    }

    /**
     * Counts and logs a run whose failure this runner has stored (R7).
     *
     * @param cause the exception; null if nothing was thrown
     */
    public void failed(RunKey key, String graph, StepFailure<?> failure, @Nullable Throwable cause) {
        failures.failed(key.namespace(), key.id(), graph, failure, cause);
    }
}
