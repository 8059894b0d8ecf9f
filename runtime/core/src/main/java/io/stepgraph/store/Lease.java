package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The right of one owner to write to one run, until it is over or the next acquisition. Each write checks both by the
 * store's clock (L1).
 *
 * @param key the run
 * @param runNumber the run's number
 * @param fencingToken the fencing token
 * @param length how long it lasts from each renewal on
 */
public record Lease(RunKey key, long runNumber, long fencingToken, Duration length) {

    /** Cuts the length to the {@link Horizon}. */
    public Lease {
        length = Horizon.within(length);
    }

    /**
     * Returns how long work of the program may last in a commit (E8), so that other leases can still be renewed (L1).
     */
    public Duration longestWork() {
        return length.dividedBy(3);
    }

    /**
     * The error that this lease is no longer good.
     *
     * @param revision the revision that was to be followed
     * @param now the stored run; null if there is none
     */
    public StepgraphException lost(long revision, @Nullable StoredRun now) {
        String why = now == null || now.runNumber() != runNumber
                ? "the run was deleted"
                : now.fencingToken() == fencingToken && now.isLeaseOver()
                        ? "it was over before it was renewed"
                        : "the run is " + now.status() + " with token " + now.fencingToken() + " and revision "
                                + now.revision();
        return new StepgraphException(
                ErrorCode.LEASE_LOST,
                "The lease on run '" + key + "' (token " + fencingToken + ", revision " + revision + ") is lost: " + why
                        + ". Nothing was written; run it again to see where it stands.");
    }
}
