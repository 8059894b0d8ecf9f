package io.stepgraph.crash;

import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts who died while owning, as the store should: each owner once, in the visit that it died in (R6), when somebody takes
 * over. An owner in whose place the run is ended is not counted, and a run that is reopened begins at none.
 */
final class Crashes {
    private static final long NOBODY = 0;

    private long lastDead = NOBODY;
    private long visit;
    private int inVisit;
    private int all;
    private boolean hasFailed;

    /** How many have died while owning, and were taken over from. */
    int counted() {
        return all;
    }

    /** A process is over, and this is stored. */
    void look(@Nullable StoredRun run, boolean isKilled, List<String> violations) {
        if (run == null) {
            return;
        }
        boolean isReopened = hasFailed && run.status() != Status.FAILED;
        if (run.checkpoint().visit() != visit || isReopened) {
            visit = run.checkpoint().visit();
            inVisit = 0;
        }
        hasFailed = run.status() == Status.FAILED;
        if (run.status().isEnd() && run.fencingToken() == lastDead) {
            lastDead = NOBODY;
            inVisit--;
            all--;
        }
        boolean isOwned = run.status() == Status.RUNNING;
        boolean isNew = run.fencingToken() != lastDead;
        // The present owner, if it is dead, is counted by who takes over.
        int expected = isOwned && !isNew ? inVisit - 1 : inVisit;
        if (run.checkpoint().crashes() != expected) {
            violations.add(
                    "counts " + run.checkpoint().crashes() + " crashes in visit " + visit + " instead of " + expected);
        }
        if (isOwned && isNew) {
            if (!isKilled) {
                violations.add("an owner ended without a stop: " + run);
            }
            lastDead = run.fencingToken();
            inVisit++;
            all++;
        }
    }
}
