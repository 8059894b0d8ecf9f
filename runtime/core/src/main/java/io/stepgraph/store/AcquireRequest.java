package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of a runner to continue a run that exists.
 *
 * @param seen the run as the runner read it; if the run has changed since, the store refuses the request
 * @param leaseRequest the runner, and the length of its lease
 * @param isOwnerDead whether the owner that was seen is proven dead, so that its lease counts as expired (R4)
 * @param next the step that takes the answer, if the run has an answer that no step has taken yet, or the results of
 *     its agents (C4), or that follows a wait whose time is over (Q1), or that takes a message; null for other runs
 * @param takes the message that the run takes at that step; null if it takes none
 * @param events the events that the run's log gets
 */
public record AcquireRequest(
        StoredRun seen,
        LeaseRequest leaseRequest,
        boolean isOwnerDead,
        @Nullable StepEntry next,
        MessageWrite.@Nullable Takes takes,
        List<Json> events) {

    /** The request to continue a run at its next step, without a message. */
    public AcquireRequest(
            StoredRun seen,
            LeaseRequest leaseRequest,
            boolean isOwnerDead,
            @Nullable StepEntry next,
            List<Json> events) {
        this(seen, leaseRequest, isOwnerDead, next, null, events);
    }

    /** Copies the list. */
    public AcquireRequest {
        events = List.copyOf(events);
    }

    /** The request to continue a run at the step where it stands. */
    public AcquireRequest(StoredRun seen, LeaseRequest leaseRequest, boolean isOwnerDead, List<Json> events) {
        this(seen, leaseRequest, isOwnerDead, null, null, events);
    }

    /**
     * Refuses a run that cannot be continued: it waits for an answer or for other runs, has completed or was cancelled,
     * or was called and has failed (C10). A run that has an answer or results, or waits for a time, continues only at
     * the step that comes next, and no other run continues elsewhere than where it stands.
     *
     * @throws IllegalArgumentException if it refuses the run
     */
    public void check() {
        StopReason why = seen.stopReason();
        boolean goesOn = why instanceof StopReason.Answered
                || why instanceof StopReason.Waits
                || why instanceof StopReason.Listens
                || takes != null
                || why instanceof StopReason.Joined;
        boolean isWaiting = why instanceof StopReason.QuestionAsked || why instanceof StopReason.Called;
        boolean isOfCall = seen.status() == Status.FAILED && seen.calledBy() != null;
        if (isWaiting || isOfCall || seen.status().dropsValues() || goesOn != (next != null)) {
            throw new IllegalArgumentException("Run '" + seen.key() + "' cannot be acquired this way: it is "
                    + seen.status() + " at step '" + seen.checkpoint().step() + "'.");
        }
    }

    /**
     * The step that the run enters. A takeover counts as a crash of the visit, unless the owner's death counts as none
     * (R6); a failed run gets new attempts and a new budget.
     */
    public StepEntry checkpoint() {
        if (next != null) {
            return next;
        }
        StepEntry here = seen.checkpoint();
        return switch (seen.status()) {
            case RUNNING -> here.again(here.attempt(), seen.crashesWhenAcquired(), here.budgetStartVisit());
            case FAILED -> here.again(1, 0, here.visit());
            default -> here;
        };
    }
}
