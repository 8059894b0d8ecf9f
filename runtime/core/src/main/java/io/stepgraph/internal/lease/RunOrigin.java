package io.stepgraph.internal.lease;

import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredRun;
import java.time.Instant;
import java.util.List;

/**
 * What the keys of a run's effects and actions follow from, beside its id: its number and start, or those of the run at
 * the top of its family, so that a run that is called again after a restore of the store calls under the same keys
 * (C12).
 */
public record RunOrigin(long number, Instant startedAt) {

    /** Returns the origin of a run; reads the run at the top if another one has called it. */
    public static RunOrigin of(StoredRun run, GuardedStore store) {
        if (run.calledBy() == null) {
            return new RunOrigin(run.runNumber(), run.startedAt());
        }
        List<RunKey> callers = store.call(s -> s.calls().callers(run.key()));
        StoredRun top = callers.isEmpty() ? null : store.call(s -> s.runs().find(callers.get(callers.size() - 1)));
        if (top == null) {
            throw run.key().notFound(); // The family was deleted.
        }
        return new RunOrigin(top.runNumber(), top.startedAt());
    }
}
