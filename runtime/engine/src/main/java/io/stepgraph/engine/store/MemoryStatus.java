package io.stepgraph.engine.store;

import io.stepgraph.PermissionMode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The status of a {@link MemoryRow} with its owner, its stop reason and its times, which change together. */
final class MemoryStatus {
    private Status status = Status.RUNNING;
    private @Nullable Owner owner;
    private boolean countsCrash = true;
    private @Nullable StopReason stopReason;
    private @Nullable Instant leaseUntil;
    private @Nullable Instant dueAt;
    private @Nullable Instant wakeAt;
    private Instant changedAt;
    private @Nullable Instant endedAt;

    MemoryStatus(LeaseRequest leaseRequest, Instant now) {
        this.changedAt = now;
        run(leaseRequest, now);
    }

    /** Of a run that is queued. */
    MemoryStatus(@Nullable Instant dueAt, Instant now) {
        this.status = Status.QUEUED;
        this.dueAt = dueAt;
        this.wakeAt = dueAt == null ? now : dueAt;
        this.changedAt = now;
    }

    Status status() {
        return status;
    }

    @Nullable Owner owner() {
        return owner;
    }

    boolean countsCrash() {
        return countsCrash;
    }

    void forgiveCrash() {
        countsCrash = false;
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

    Instant changedAt() {
        return changedAt;
    }

    /** A mode was set: a worker may continue a run that is parked for it. A run that waits keeps its place in lists. */
    void modeSet(PermissionMode mode, Instant now) {
        changedAt = status == Status.RUNNING ? now : changedAt;
        if (stopReason instanceof StopReason.Parked parked && parked.required() != null) {
            wakeAt = mode.permits(parked.required()) ? now : null;
        }
    }

    /** The time from which a worker may claim the run; null if it needs a caller. */
    @Nullable Instant wakeAt() {
        return wakeAt;
    }

    void wakeAt(@Nullable Instant time) {
        wakeAt = time;
    }

    /** A worker has claimed the run: leaves it to that worker for a while. */
    void claim(Duration length, Instant now) {
        wakeAt = now.plus(length);
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
        changedAt = now;
        status = Status.RUNNING;
        stopReason = null;
        dueAt = null;
        wakeAt = null;
        endedAt = null;
        owner = leaseRequest.owner();
        countsCrash = leaseRequest.countsCrash();
        leaseUntil = now.plus(leaseRequest.lease());
    }

    void committed(Duration lease, Instant now) {
        changedAt = now;
        extend(lease, now);
    }

    void extend(Duration lease, Instant now) {
        leaseUntil = now.plus(lease);
    }

    void release(Instant now) {
        changedAt = now;
        status = Status.QUEUED;
        wakeAt = now;
        owner = null;
        leaseUntil = null;
    }

    void stop(StopReason why, @Nullable Duration dueIn, Instant now) {
        changedAt = now;
        status = why.status();
        stopReason = why;
        owner = null;
        leaseUntil = null;
        dueAt = dueIn == null ? null : now.plus(dueIn);
        wakeAt = why instanceof StopReason.Answered ? now : dueAt;
        endedAt = status.isEnd() ? now : null;
    }
}
