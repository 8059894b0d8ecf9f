package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one visit, written in one transaction (R2).
 *
 * @param revision the revision it follows
 * @param commandVersion the command version the owner last saw
 * @param fingerprint the fingerprint of the graph that wrote it
 * @param checkpoint the step that the run enters next, or at which it ended
 * @param state the state that replaces the stored one; null if that stays
 * @param stopReason why the run pauses or ends, so that it has no owner; null while it continues
 * @param dueIn the time until a paused run is due, from now by the store's clock: the end of a delay, or of the time for an
 *     answer; null if never
 * @param events the events to add to the run's log
 * @param effects the ends of effects of the run (E3)
 */
public record Commit(
        long revision,
        long commandVersion,
        String fingerprint,
        StepEntry checkpoint,
        @Nullable Json state,
        @Nullable StopReason stopReason,
        @Nullable Duration dueIn,
        List<Json> events,
        List<EffectEnd> effects) {

    /** With lists of its own, and within the {@link Horizon}. */
    public Commit {
        dueIn = dueIn == null ? null : Horizon.within(dueIn);
        events = List.copyOf(events);
        effects = List.copyOf(effects);
    }

    /** A commit without effects. */
    public Commit(
            long revision,
            long commandVersion,
            String fingerprint,
            StepEntry checkpoint,
            @Nullable Json state,
            @Nullable StopReason stopReason,
            @Nullable Duration dueIn,
            List<Json> events) {
        this(revision, commandVersion, fingerprint, checkpoint, state, stopReason, dueIn, events, List.of());
    }

    /**
     * Whether a run is as this commit left it: the answer to a commit that is sent again because its fate was unknown (R11).
     * A run that was cancelled from outside while it waited still is.
     *
     * @param run the stored run, under the lease of this commit
     */
    private boolean isStoredIn(StoredRun run) {
        return run.revision() == revision + 1
                && run.fingerprint().equals(fingerprint)
                && hasValues(run)
                && (Objects.equals(run.stopReason(), stopReason)
                        || (stopReason != null && !stopReason.status().isEnd() && run.status() == Status.CANCELLED));
    }

    /**
     * What became of this commit, if a store did not write it now (R11).
     *
     * @param lease the lease under which it was sent
     * @param now the stored run; null if there is none
     * @return {@code STORED} if it was written earlier, {@code COMMAND_ARRIVED} if only the command version differs
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} else
     */
    public CommitResult notWritten(Lease lease, @Nullable StoredRun now) {
        if (now != null && now.runNumber() == lease.runNumber() && now.fencingToken() == lease.fencingToken()) {
            if (isStoredIn(now)) {
                return CommitResult.STORED;
            }
            if (now.isHeldUnder(lease) && now.revision() == revision && now.commandVersion() != commandVersion) {
                return CommitResult.COMMAND_ARRIVED;
            }
        }
        throw lease.lost(revision, now);
    }

    private boolean hasValues(StoredRun run) {
        if (run.status().dropsValues()) {
            return run.checkpoint().equals(checkpoint.withoutInput());
        }
        return run.checkpoint().equals(checkpoint) && (state == null || state.equals(run.state()));
    }
}
