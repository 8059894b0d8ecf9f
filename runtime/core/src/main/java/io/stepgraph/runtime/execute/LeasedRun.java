package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.LeaseLost;
import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Commit;
import io.stepgraph.runtime.store.CommitResult;
import io.stepgraph.runtime.store.Control;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.Lease;
import io.stepgraph.runtime.store.Rest;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run as its owner writes to it: each commit follows the one before, is sent again while the store does not answer and the
 * lease may still hold (R11), and yields to what came from outside (L7). No thread interrupt reaches the store (R9).
 */
final class LeasedRun {
    private final RunnerConfig config;
    private final Executions executions;
    private final Lease lease;
    private final String fingerprint;
    private final RunLog<?> log;
    /** The end of the deadline by this runner's time; null if there is none. */
    private final @Nullable Long doneBy;

    private final @Nullable String thread;

    // Its end may remove it; the others need not be kept as they were.
    private final @Nullable RunRecord removable;
    private Checkpoint here;
    private long revision;
    private ModeGate gate;
    private @Nullable String cancelBy;
    private long lastEvent;
    private boolean isFateUnknown;
    private volatile boolean isRemoved;

    // Read by the thread that renews leases.
    private volatile long control;

    private final LeaseAge age;

    LeasedRun(RunnerConfig config, Executions executions, Claimed claimed, String fingerprint, RunLog<?> log) {
        RunRecord acquired = claimed.run();
        this.config = config;
        this.executions = executions;
        this.lease = acquired.lease(config.lease());
        this.fingerprint = fingerprint;
        this.log = log;
        this.thread = acquired.thread();
        this.removable = acquired.isRemovedBy(Status.SUCCEEDED) ? acquired : null;
        this.lastEvent = acquired.lastEvent();
        this.here = acquired.checkpoint();
        this.revision = acquired.revision();
        this.control = acquired.control();
        this.gate = new ModeGate(acquired.mode(), config.maxMode());
        this.cancelBy = acquired.cancelBy();
        this.age = new LeaseAge(config, claimed.askedAt());
        this.doneBy =
                acquired.deadline() == null ? null : config.time().nanos() + nanosLeft(acquired, acquired.deadline());
    }

    /** Both times are the store's, whose clock may differ from that of this machine. */
    private static long nanosLeft(RunRecord acquired, Instant deadline) {
        return Time.nanos(Duration.between(acquired.readAt(), deadline));
    }

    /** What became of a commit. */
    enum Written {
        /** It is durable. */
        STORED,
        /** The run is to be cancelled; it now is, and what was to be written is not. */
        CANCELLED,
        /** The mode has changed, which may let the run go on instead of parking; nothing was written. */
        LOOK_AGAIN
    }

    Lease lease() {
        return lease;
    }

    /** The thread that it belongs to; null if none. */
    @Nullable String thread() {
        return thread;
    }

    /** The run as it was acquired, if its end has removed it since (S3); null if it is there. */
    @Nullable RunRecord removed() {
        return isRemoved ? removable : null;
    }

    /** What the run may do here, as last seen. */
    ModeGate gate() {
        return gate;
    }

    /** Who wants the run cancelled; null if nobody, as last seen. */
    @Nullable String cancelBy() {
        return cancelBy;
    }

    boolean isOverdue() {
        return nanosLeft() == 0;
    }

    /** Until the deadline; as good as for ever without one. */
    long nanosLeft() {
        return doneBy == null
                ? Long.MAX_VALUE
                : Math.max(0, doneBy - config.time().nanos());
    }

    /**
     * Writes what a visit leaves behind, and all that the run has told since the last commit.
     *
     * @param told what the run tells of this
     * @throws LeaseLost if the lease is over, or another owner has taken the run over
     * @throws StoreUnavailable if the store did not answer for too long
     */
    Written commit(Checkpoint next, @Nullable Rest rest, @Nullable Duration wakeIn, Json... told) {
        List<Json> events = log.upTo(told);
        if (send(next, rest, wakeIn, events)) {
            return Written.STORED;
        }
        while (true) {
            lookAgain();
            if (cancelBy != null) {
                return commitCancel();
            }
            if (rest instanceof Rest.Parked) {
                return Written.LOOK_AGAIN;
            }
            if (send(next, rest, wakeIn, events)) {
                return Written.STORED;
            }
        }
    }

    /** Ends the run as cancelled, where it is. */
    Written commitCancel() {
        while (cancelBy != null
                && !send(here, new Rest.Cancelled(cancelBy), null, log.upTo(new Control.Cancel(cancelBy).event()))) {
            lookAgain();
        }
        return Written.CANCELLED;
    }

    /** Reads what came from outside. */
    void lookAgain() {
        RunRecord now = untilAnswered(() -> config.store().find(lease.key()));
        if (now == null || now.incarnation() != lease.incarnation() || now.token() != lease.token()) {
            throw lease.lost(revision, now);
        }
        control = now.control();
        gate = new ModeGate(now.mode(), config.maxMode());
        cancelBy = now.cancelBy();
        lastEvent = now.lastEvent();
    }

    /** How long ago the lease was renewed. */
    LeaseAge age() {
        return age;
    }

    /**
     * Renews the lease before something begins, if it may be over: this process may have been frozen (R1).
     *
     * @return whether somebody wants the run cancelled, as far as the store was asked
     * @throws LeaseLost if it is over, or another owner has taken the run over
     * @throws StoreUnavailable if the store does not answer
     */
    boolean confirm() {
        return age.mayBeOver() && Boolean.TRUE.equals(untilAnswered(this::renew));
    }

    /**
     * Renews the lease. Any thread may call it.
     *
     * @return whether somebody wants the run cancelled
     * @throws LeaseLost if it is over, or another owner has taken the run over
     */
    boolean renew() {
        ClockReading askedAt = age.now();
        long seen = config.store().renew(lease);
        age.renewed(askedAt);
        if (seen == control) {
            return false;
        }
        RunRecord changed = config.store().find(lease.key());
        return changed != null && changed.cancelBy() != null;
    }

    /** Gives the run back, unfinished. A store that does not answer is left to find out by itself. */
    void release() {
        boolean interrupted = Thread.interrupted();
        try {
            config.store().release(lease);
            executions.watchers.changed(lease.key());
        } catch (RuntimeException lost) {
            Log.releaseFailed(lease.key().id(), lost);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** False if nothing was written because something came from outside. */
    private boolean send(Checkpoint next, @Nullable Rest rest, @Nullable Duration wakeIn, List<Json> events) {
        Commit commit = new Commit(revision, control, fingerprint, next, rest, wakeIn, events);
        boolean isStored = (rest != null && removable != null && rest.status().dropsValues())
                ? remove(commit, rest)
                : written(commit, false);
        if (!isStored) {
            return false;
        }
        revision++;
        lastEvent += events.size();
        here = next;
        log.stored();
        return true;
    }

    private boolean written(Commit commit, boolean removes) {
        isFateUnknown = false;
        ClockReading firstSentAt = age.now();
        return untilAnswered(() -> {
                    ClockReading sentAt = isFateUnknown ? age.now() : firstSentAt;
                    try {
                        CommitResult answer = config.store().commit(lease, commit);
                        if (answer == CommitResult.STORED) {
                            // Any of the sendings may have been the one that was stored and has renewed the lease.
                            age.renewed(firstSentAt);
                        }
                        return answer;
                    } catch (StoreUnavailable silent) {
                        isFateUnknown = true;
                        throw silent;
                    } catch (LeaseLost lost) {
                        if (removes && isFateUnknown && isGoneByUs(sentAt)) {
                            return CommitResult.STORED;
                        }
                        throw lost;
                    }
                })
                == CommitResult.STORED;
    }

    /** Writes an end that removes the run, and lets the streams of this runner see what they have not read yet. */
    private boolean remove(Commit commit, Rest rest) {
        List<LiveBuffer> readers = executions.watchers.of(lease.key());
        if (readers == null) {
            isRemoved = written(commit, true);
            return isRemoved;
        }
        LastWords words = untilAnswered(() ->
                LastWords.before(config.store(), lease, readers, rest, commit.events(), lastEvent, config.time()));
        readers.forEach(LiveBuffer::ends);
        try {
            isRemoved = written(commit, true);
        } finally {
            readers.forEach(reader -> reader.ended(isRemoved ? words : null));
        }
        return isRemoved;
    }

    /**
     * Whether a run that is gone was removed by a commit whose reply was lost (R11): as long as the lease lasts nobody else
     * could have ended it.
     */
    private boolean isGoneByUs(ClockReading sentAt) {
        RunRecord found = config.store().find(lease.key());
        return (found == null || found.incarnation() != lease.incarnation()) && !age.mayBeOverAt(sentAt);
    }

    private <T> @Nullable T untilAnswered(Supplier<@Nullable T> call) {
        boolean interrupted = Thread.interrupted();
        Patience patience = null;
        try {
            while (true) {
                try {
                    return call.get();
                } catch (StoreUnavailable silent) {
                    patience = patience == null ? new Patience(config, executions, age.end()) : patience;
                    interrupted |= patience.pauseOrThrow(silent);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
