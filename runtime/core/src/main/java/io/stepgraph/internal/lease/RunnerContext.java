package io.stepgraph.internal.lease;

import io.stepgraph.internal.log.Observers;
import io.stepgraph.internal.step.FailureLog;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventJson;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All calls of one runner share this.
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

    /** For a new runner. */
    public static RunnerContext open(Store raw, RunnerConfig config) {
        Owner owner = OwnerIdentity.ofNewRunner();
        LocalRuns localRuns = new LocalRuns(config.time(), raw, () -> OwnerIdentity.closed(owner));
        GuardedStore store = new GuardedStore(raw, config.time(), localRuns);
        RunnerContext opened = new RunnerContext(
                config,
                store,
                localRuns,
                new LeaseAcquirer(
                        store,
                        new LeaseRequest(owner, config.lease()),
                        config.visits().maxCrashes(),
                        config.time()),
                new LeaseRenewer(config, localRuns),
                new Observers(config.observers()),
                new FailureLog(config.time()),
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

    /** Tells the observers what was stored, unless the caller's transaction may take it back (T1). */
    public void publish(RunEvent event, @Nullable String thread) {
        if (!store.isJoined()) {
            observers.publish(event, thread);
        }
    }

    /**
     * Refuses a call that executes steps, or waits for them, in a transaction of the program: it would hold that open (T1).
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
     * Ends a run that nobody executes, and reports the event.
     *
     * @param failure the failure that the event holds, as JSON; null if it holds none
     * @return false if the run changed since it was read
     */
    public boolean end(StoredRun found, StopReason stopReason, RunEvent event, @Nullable Json failure) {
        List<Json> written = List.of(EventJson.write(event, failure));
        boolean isEnded = store.write(found.key(), s -> s.runs().end(found, stopReason, written));
        if (isEnded) {
            publish(event, found.thread());
            if (event instanceof RunEvent.Failed failed) {
                failed(found.key(), found.graph(), failed.failure(), null);
            }
        }
        return isEnded;
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
