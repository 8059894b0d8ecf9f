package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The position and status of a run without its values, for callers that wait for it or change it from outside.
 *
 * @param runNumber the run's number
 * @param status where it stands
 * @param fencingToken the fencing token
 * @param revision the revision
 * @param commandVersion the command version
 * @param requiredMode the mode that the run is parked for; null if it is parked for none
 * @param isToBeTakenUp whether an answer, or the results of agents, are stored that no step has taken yet
 * @param isCalling whether it waits for runs that it has called
 * @param labels its labels by name; cannot be changed
 * @param mode its mode
 * @param step the step that it is at, or was at last
 * @param visit the visit
 * @param attempt the attempt
 * @param cancelRequestedBy the name of the person or system that requested to cancel it; null if nobody did
 * @param stopAs the failure with which its owner has to end it, as JSON; null if nobody has requested that
 * @param owner the owner that executes it; null unless it is {@code RUNNING}
 * @param lastEvent the number of the last event of its log
 * @param readAt when this was read, by the store's clock
 * @param leaseUntil when its lease is over; null unless it is {@code RUNNING}
 */
public record RunHeader(
        long runNumber,
        Status status,
        long fencingToken,
        long revision,
        long commandVersion,
        @Nullable PermissionMode requiredMode,
        boolean isToBeTakenUp,
        boolean isCalling,
        Map<String, String> labels,
        PermissionMode mode,
        String step,
        long visit,
        int attempt,
        @Nullable String cancelRequestedBy,
        @Nullable Json stopAs,
        @Nullable Owner owner,
        long lastEvent,
        Instant readAt,
        @Nullable Instant leaseUntil) {

    /** Copies the labels. */
    public RunHeader {
        labels = Map.copyOf(labels);
    }

    /** Whether this lease is the one under which the run is executed, and is not over. */
    public boolean isHeldUnder(Lease lease) {
        return runNumber == lease.runNumber()
                && fencingToken == lease.fencingToken()
                && status == Status.RUNNING
                && !isLeaseOver();
    }

    /** Whether somebody executes the run, as far as the store knows. */
    public boolean isExecuted() {
        return leaseUntil != null && readAt.isBefore(leaseUntil);
    }

    /** Whether the owner of the run has let its lease end. */
    public boolean isLeaseOver() {
        return leaseUntil != null && !readAt.isBefore(leaseUntil);
    }
}
