package io.stepgraph.engine.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The status of a {@link MemoryRow} with its owner, its stop reason and its times, which change together. */
final class MemoryStatus {
    private Status status = Status.RUNNING;
    private @Nullable Owner owner;
    private @Nullable StopReason stopReason;
    private @Nullable Instant leaseUntil;
    private @Nullable Instant dueAt;
    private @Nullable Instant endedAt;

    MemoryStatus(LeaseRequest leaseRequest, Instant now) {
        run(leaseRequest, now);
    }

    Status status() {
        return status;
    }

    @Nullable Owner owner() {
        return owner;
    }

    @Nullable StopReason stopReason() {
        return stopReason;
    }

    @Nullable Instant leaseUntil() {
        return leaseUntil;
    }

    @Nullable Instant dueAt() {
        return dueAt;
    }

    @Nullable Instant endedAt() {
        return endedAt;
    }

    /** Whether a run with this status can be acquired. */
    boolean canAcquire(boolean isOwnerDead, Instant now) {
        return switch (status) {
            case RUNNING -> isOwnerDead || leaseUntil == null || !now.isBefore(leaseUntil);
            case QUEUED -> dueAt == null || !now.isBefore(dueAt);
            default -> true;
        };
    }

    boolean hasEndedBefore(Instant time) {
        return endedAt != null && endedAt.isBefore(time);
    }

    boolean hasEndedAfter(Instant time) {
        return endedAt != null && endedAt.isAfter(time);
    }

    void run(LeaseRequest leaseRequest, Instant now) {
        status = Status.RUNNING;
        stopReason = null;
        dueAt = null;
        endedAt = null;
        owner = leaseRequest.owner();
        leaseUntil = now.plus(leaseRequest.lease());
    }

    void extend(Duration lease, Instant now) {
        leaseUntil = now.plus(lease);
    }

    void release() {
        status = Status.QUEUED;
        owner = null;
        leaseUntil = null;
    }

    void stop(StopReason why, @Nullable Duration dueIn, Instant now) {
        status = why.status();
        stopReason = why;
        owner = null;
        leaseUntil = null;
        dueAt = dueIn == null ? null : now.plus(dueIn);
        endedAt = status.isEnd() ? now : null;
    }
}
