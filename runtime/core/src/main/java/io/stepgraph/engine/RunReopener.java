package io.stepgraph.engine;

import io.stepgraph.internal.lease.RunReport;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.store.ReopenRequest;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import org.jspecify.annotations.Nullable;

/** Opens failed runs of any graph again, for a worker or the next call that has their graph (R7). */
final class RunReopener {
    private final RunnerContext runner;

    RunReopener(RunnerContext runner) {
        this.runner = runner;
    }

    /** Opens a run that has to exist and to have failed. */
    void retry(RunKey key, @Nullable String by) {
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

    /** False if the run is gone, or has not failed in this visit. */
    boolean reopen(RunKey key, long runNumber, @Nullable String thread, String step, long visit, @Nullable String by) {
        RunReport reopened = new RunReport(key, thread, new RunEvent.Reopened(key.id(), step, visit, by));
        return runner.store().tryWrite(reopened, (s, events) -> {
            ReopenRequest request = new ReopenRequest(key, runNumber, thread, visit, events);
            return s.runs().reopen(request);
        });
    }
}
