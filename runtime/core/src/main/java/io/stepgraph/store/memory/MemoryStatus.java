package io.stepgraph.store.memory;

import io.stepgraph.PermissionMode;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.Owner;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The status of a {@link MemoryRow} with its owner, its stop reason and its times, which change together. */
final class MemoryStatus {
    private Status status = Status.RUNNING;
    private @Nullable Owner owner;
    private boolean countsCrash = true;
    private @Nullable StopReason stopReason;
    private Instant changedAt;
    private @Nullable Instant endedAt;

    /** By the monotonic clock, like all that ends with a duration. */
    private @Nullable Instant leaseUntil;

    private @Nullable Instant claimedUntil;
    private @Nullable Instant endedSince;

    /** By the monotonic clock if it is the end of a delay, else by the wall clock. */
    private @Nullable Instant dueAt;

    /** As {@link #dueAt} if there is one, else by the monotonic clock. */
    private @Nullable Instant wakeAt;

    MemoryStatus(LeaseRequest leaseRequest, Moment now) {
        this.changedAt = now.wall();
        run(leaseRequest, now);
    }

    /** Of a run that is queued. */
    MemoryStatus(@Nullable Instant dueAt, Moment now) {
        this.status = Status.QUEUED;
        this.dueAt = dueAt;
        this.wakeAt = dueAt == null ? now.monotonic() : dueAt;
        this.changedAt = now.wall();
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

    /** As the wall clock shows it. */
    @Nullable Instant leaseUntil(Moment now) {
        return leaseUntil == null ? null : now.onWall(leaseUntil);
    }

    /** As the wall clock shows it. */
    @Nullable Instant dueAt(Moment now) {
        if (dueAt == null) {
            return null;
        }
        if (isDelayed()) {
            return now.onWall(dueAt);
        }
        return Instant.MIN.equals(wakeAt) && now.wall().isBefore(dueAt) ? now.wall() : dueAt;
    }

    private boolean isDelayed() {
        return stopReason instanceof StopReason.Delayed;
    }

    /** The question has been seen as expired, and stays so if the wall clock is set back. */
    void expire() {
        wakeAt = Instant.MIN;
    }

    Instant changedAt() {
        return changedAt;
    }

    /** A mode was set: a worker may continue a run that is parked for it. A run that waits keeps its place in lists. */
    void modeSet(PermissionMode mode, Moment now) {
        changedAt = status == Status.RUNNING ? now.wall() : changedAt;
        if (stopReason instanceof StopReason.Parked parked && parked.required() != null) {
            wakeAt(mode.permits(parked.required()) ? now.monotonic() : null);
        }
    }

    /** Lets a worker claim the run from now on. */
    void wake(Moment now) {
        wakeAt(now.monotonic());
    }

    private void wakeAt(@Nullable Instant time) {
        wakeAt = time;
        claimedUntil = null;
    }

    /** Whether a worker may claim the run, as far as its time matters. */
    boolean isAwake(Moment now) {
        return (status == Status.RUNNING || !sinceAwake(now).isNegative())
                && (claimedUntil == null || !now.monotonic().isBefore(claimedUntil));
    }

    /** How long a worker could have claimed the run; negative if none may yet. */
    Duration sinceAwake(Moment now) {
        Instant clock = dueAt == null || isDelayed() ? now.monotonic() : now.wall();
        return wakeAt == null ? Duration.ofMillis(-1) : Duration.between(wakeAt, clock);
    }

    /** How long a run has been queued for a worker, or has had an owner whose lease is over; negative if it does not wait. */
    Duration sinceDue(Moment now) {
        return leaseUntil != null
                ? Duration.between(leaseUntil, now.monotonic())
                : status == Status.QUEUED ? sinceAwake(now) : Duration.ofMillis(-1);
    }

    /** A worker has claimed the run: leaves it to that worker for a while. */
    void claim(Duration length, Moment now) {
        claimedUntil = now.monotonic().plus(length);
        if (stopReason instanceof StopReason.QuestionAsked) {
            expire();
        }
    }

    @Nullable Instant endedAt() {
        return endedAt;
    }

    /** Whether a run with this status can be acquired. */
    boolean canAcquire(boolean isOwnerDead, Moment now) {
        return switch (status) {
            case RUNNING ->
                isOwnerDead || leaseUntil == null || !now.monotonic().isBefore(leaseUntil);
            case QUEUED -> dueAt == null || !sinceAwake(now).isNegative();
            default -> true;
        };
    }

    boolean hasEndedBefore(Instant time) {
        return endedAt != null && endedAt.isBefore(time);
    }

    /** Whether it ended at least this long ago. */
    boolean hasEndedFor(Duration age, Moment now) {
        return endedSince != null && !endedSince.plus(age).isAfter(now.monotonic());
    }

    void run(LeaseRequest leaseRequest, Moment now) {
        changedAt = now.wall();
        status = Status.RUNNING;
        stopReason = null;
        dueAt = null;
        wakeAt(null);
        endedAt = null;
        endedSince = null;
        owner = leaseRequest.owner();
        countsCrash = leaseRequest.countsCrash();
        leaseUntil = now.monotonic().plus(leaseRequest.lease());
    }

    void committed(Duration lease, Moment now) {
        changedAt = now.wall();
        extend(lease, now);
    }

    void extend(Duration lease, Moment now) {
        leaseUntil = now.monotonic().plus(lease);
    }

    void release(Moment now) {
        changedAt = now.wall();
        status = Status.QUEUED;
        wake(now);
        owner = null;
        leaseUntil = null;
    }

    /** A failed run is queued again. */
    void reopen(Moment now) {
        release(now);
        stopReason = null;
        endedAt = null;
        endedSince = null;
    }

    void stop(StopReason why, @Nullable Duration dueIn, Moment now) {
        changedAt = now.wall();
        status = why.status();
        stopReason = why;
        owner = null;
        leaseUntil = null;
        dueAt = dueIn == null ? null : (isDelayed() ? now.monotonic() : now.wall()).plus(Horizon.within(dueIn));
        wakeAt(why instanceof StopReason.Answered ? now.monotonic() : dueAt);
        endedAt = status.isEnd() ? now.wall() : null;
        endedSince = status.isEnd() ? now.monotonic() : null;
    }
}
