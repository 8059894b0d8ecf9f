package io.stepgraph.store;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.event.RunRef;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stored run.
 *
 * @param key its name
 * @param runNumber its number among all runs the store has ever held; never used again
 * @param graph the stable name of its graph
 * @param fingerprint the graph's fingerprint when the run last entered a step
 * @param status where it stands
 * @param fencingToken the fencing token: grows with each acquisition
 * @param owner the owner that executes it; null if it has none
 * @param countsCrash whether the death of this owner counts as a crash of the visit (R6)
 * @param revision grows with each start, acquisition, commit, answer and message that wakes it. It does not grow when a
 *     run is released or ended from outside, so that no commit of its owner is taken for stored (R11)
 * @param commandVersion grows with each change from outside: mode, cancel
 * @param mode its mode
 * @param cancelRequestedBy the name of the person or system that requested to cancel it; null if nobody did
 * @param start state and input of its start, canonical, which are compared when it is started again (R3); null if it
 *     has succeeded or was cancelled, or if another run has called it
 * @param retention how much is kept after its end
 * @param thread the thread it belongs to; null if none
 * @param checkpoint its position; a run that has completed or was cancelled keeps no input
 * @param state its state; null if it has succeeded or was cancelled
 * @param stopReason why it has paused or ended; null if it is executed or can be
 * @param startedAt when it was started, by the store's clock
 * @param deadline when it has to be done, by the store's clock; null if there is no deadline
 * @param leaseUntil when its lease is over; null unless it is {@code RUNNING}
 * @param dueAt the time from which it can continue without an answer or a command: the end of a delay, of a wait, or
 *     of the time for an answer or a message; null if never
 * @param lastEvent the number of the last event of its log
 * @param calledBy the call that has started it; null if nobody has called it
 * @param stopAs the failure with which its owner has to end it (C9), as JSON; null if nobody has requested that
 * @param readAt when it was read, by the store's clock, to compare the other times with
 */
public record StoredRun(
        RunKey key,
        long runNumber,
        String graph,
        String fingerprint,
        Status status,
        long fencingToken,
        @Nullable Owner owner,
        boolean countsCrash,
        long revision,
        long commandVersion,
        PermissionMode mode,
        @Nullable String cancelRequestedBy,
        @Nullable Json start,
        Retention retention,
        @Nullable String thread,
        StepEntry checkpoint,
        @Nullable Json state,
        @Nullable StopReason stopReason,
        Instant startedAt,
        @Nullable Instant deadline,
        @Nullable Instant leaseUntil,
        @Nullable Instant dueAt,
        long lastEvent,
        @Nullable CalledBy calledBy,
        @Nullable Json stopAs,
        Instant readAt) {

    /** The right to write to this run as it was acquired, held for this length. */
    public Lease lease(Duration length) {
        return new Lease(key, runNumber, fencingToken, length);
    }

    /** Returns the identity of the run among all runs. */
    public RunRef ref() {
        return new RunRef(key.namespace(), key.id(), runNumber);
    }

    /** Returns where the run stands, without its values and its labels. */
    public RunHeader summary() {
        return summary(Map.of());
    }

    /** Returns where the run stands, without its values. */
    public RunHeader summary(Map<String, String> labels) {
        return new RunHeader(
                runNumber,
                status,
                fencingToken,
                revision,
                commandVersion,
                stopReason instanceof StopReason.Parked parked ? parked.required() : null,
                stopReason instanceof StopReason.Answered || stopReason instanceof StopReason.Joined,
                stopReason instanceof StopReason.Called,
                labels,
                mode,
                checkpoint.step(),
                checkpoint.visit(),
                checkpoint.attempt(),
                cancelRequestedBy,
                stopAs,
                owner,
                lastEvent,
                readAt,
                leaseUntil);
    }

    /**
     * The crashes of its visit for the next owner that acquires it: one more, if the present owner does not come back
     * (R6).
     */
    public int crashesWhenAcquired() {
        return switch (status) {
            case RUNNING -> checkpoint.crashes() + (countsCrash ? 1 : 0);
            case FAILED -> 0;
            default -> checkpoint.crashes();
        };
    }

    /** Whether no owner has continued the run since, so that only commands may have changed it (L7). */
    public boolean isAs(StoredRun other) {
        return runNumber == other.runNumber
                && fencingToken == other.fencingToken
                && revision == other.revision
                && status == other.status;
    }

    /**
     * Throws unless this run is unfinished and the reason is final. One whose answer waits to be taken up does not fail
     * before that, so that it can be opened again at the step that takes it. One that waits for runs that it has called
     * is not ended before them (C9); a cancel is a command.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public void checkEndable(StopReason stopReason) {
        boolean wouldLoseAnAnswer =
                this.stopReason instanceof StopReason.Answered && stopReason instanceof StopReason.Failed;
        boolean waitsForOthers = this.stopReason instanceof StopReason.Called;
        if (status.isEnd() || !stopReason.status().isEnd() || wouldLoseAnAnswer || waitsForOthers) {
            throw new IllegalArgumentException("Run '" + key + "', which is " + status + ", cannot be ended as "
                    + stopReason.status() + " from outside.");
        }
    }

    /**
     * Throws unless this run has failed.
     *
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has not
     */
    public void checkFailed() {
        if (status != Status.FAILED) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "Run '" + key + "' is " + status + " at step '" + checkpoint.step()
                            + "'; only a run that has FAILED can be retried.");
        }
    }

    /**
     * Throws unless this run has ended.
     *
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if it has not
     */
    public void checkDeletable() {
        if (!status.isEnd()) {
            throw new StepgraphException(
                    ErrorCode.ILLEGAL_RUN_STATUS,
                    "Run '" + key + "' is " + status + " at step '" + checkpoint.step()
                            + "' and cannot be deleted before it has ended; cancel it first.");
        }
    }

    /**
     * The answer that no step has taken yet.
     *
     * @throws IllegalArgumentException if the run has none
     */
    public StopReason.Answered checkAnswered() {
        if (!(stopReason instanceof StopReason.Answered answered)) {
            throw new IllegalArgumentException("Run '" + key + "' has no answer that waits to be taken up: it is "
                    + status + " at step '" + checkpoint.step() + "'.");
        }
        return answered;
    }

    /** Whether this lease is the one under which the run is executed, and is not over. */
    public boolean isHeldUnder(Lease lease) {
        return summary().isHeldUnder(lease);
    }

    /** Whether somebody executes the run, as far as the store knows. */
    public boolean isExecuted() {
        return leaseUntil != null && readAt.isBefore(leaseUntil);
    }

    /** Whether the owner of the run has let its lease end, so that anyone can take it over. */
    public boolean isLeaseOver() {
        return leaseUntil != null && !readAt.isBefore(leaseUntil);
    }

    /** Whether the run has ended, and a runner deletes it a while after that (S3). */
    public boolean isMarked() {
        return retention == Retention.DELETE_ON_END && status.dropsValues();
    }

    /** Whether the delay of the run, its wait, or the time for its answer, is over. */
    public boolean isDue() {
        return dueAt != null && !readAt.isBefore(dueAt);
    }

    /** Returns what the run waits for, in words; null if it waits for nothing. */
    public @Nullable String waitsFor() {
        return ListedRun.waitsFor(
                status,
                checkpoint.step(),
                stopReason == null ? null : stopReason.kind(),
                stopReason instanceof StopReason.Parked parked ? parked : null,
                dueAt == null || isDue());
    }

    /** Whether nobody has answered the question of the run in time (I5). */
    public boolean hasExpired() {
        return stopReason instanceof StopReason.QuestionAsked && isDue();
    }

    /** Whether the run has not ended before its deadline. */
    public boolean isOverdue() {
        return deadline != null && !status.isEnd() && !readAt.isBefore(deadline);
    }

    /**
     * The ticket of the question that the run asked last. It has the stored name of the step, as all tickets of the run
     * do.
     *
     * @throws IllegalArgumentException if the stored parts make none
     */
    public Ticket ticket(String nonce) {
        return ref().ticket(checkpoint.visit(), checkpoint.step(), nonce);
    }
}
