package io.stepgraph.crash;

import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts who died while owning, as the store should: each owner once, in the visit that it died in (R6). */
final class Crashes {
    private long lastToken;
    private long visit;
    private int inVisit;
    private int all;

    /** How many have died while owning. */
    int counted() {
        return all;
    }

    /** A process is over, and this is stored. */
    void look(@Nullable RunRecord run, boolean isKilled, List<String> violations) {
        if (run == null) {
            return;
        }
        if (run.checkpoint().visit() != visit) {
            visit = run.checkpoint().visit();
            inVisit = 0;
        }
        boolean isOwned = run.status() == Status.RUNNING;
        boolean isNew = run.token() != lastToken;
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
            lastToken = run.token();
            inVisit++;
            all++;
        }
    }
}
