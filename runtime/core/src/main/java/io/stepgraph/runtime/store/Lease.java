package io.stepgraph.runtime.store;

import io.stepgraph.runtime.LeaseLost;
import org.jspecify.annotations.Nullable;

/**
 * The right of one owner to write to one run, until the next acquisition.
 *
 * @param key the run
 * @param incarnation the run's number
 * @param token the fencing token
 */
public record Lease(RunKey key, long incarnation, long token) {

    /**
     * The error that this lease is no longer good.
     *
     * @param revision the revision that was to be followed
     * @param now the run as it is stored; null if there is none
     */
    public LeaseLost lost(long revision, @Nullable RunRecord now) {
        String why = now == null || now.incarnation() != incarnation
                ? "the run was deleted"
                : "the run is " + now.status() + " with token " + now.token() + " and revision " + now.revision();
        return new LeaseLost("The lease on run '" + key + "' (token " + token + ", revision " + revision + ") is lost: "
                + why + ". Nothing was written; run it again to see where it stands.");
    }
}
