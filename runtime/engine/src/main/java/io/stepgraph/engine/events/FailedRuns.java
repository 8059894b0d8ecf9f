package io.stepgraph.engine.events;

import io.stepgraph.engine.store.RunKey;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.log.Log;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Logs and counts the runs whose failure this runner has stored (R7). */
public final class FailedRuns {
    private final AtomicLong count = new AtomicLong();

    /**
     * A run has failed, and that is stored.
     *
     * @param cause the exception; null if nothing was thrown
     */
    public void add(RunKey key, String graph, StepFailure failure, @Nullable Throwable cause) {
        count.incrementAndGet();
        Log.runFailed(key.namespace(), key.id(), graph, failure, cause);
    }

    /** How many so far. */
    public long count() {
        return count.get();
    }
}
