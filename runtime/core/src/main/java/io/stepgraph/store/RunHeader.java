package io.stepgraph.store;

import io.stepgraph.PermissionMode;
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
 * @param labels its labels by name; cannot be changed
 * @param cancelRequestedBy the name of the person or system that requested to cancel it; null if nobody did
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
        Map<String, String> labels,
        @Nullable String cancelRequestedBy,
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
