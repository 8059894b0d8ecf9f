package io.stepgraph.store;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one visit, written in one transaction (R2).
 *
 * @param revision the revision it follows
 * @param commandVersion the command version the owner last saw
 * @param fingerprint the fingerprint of the graph that wrote it
 * @param result how the visit was left; the time of a paused run counts from now by the store's clock
 * @param effects the ends of effects of the run (E3)
 */
public record Commit(
        long revision, long commandVersion, String fingerprint, VisitResult result, List<EffectEnd> effects) {

    /** Copies the list. */
    public Commit {
        effects = List.copyOf(effects);
    }

    /**
     * Whether a run is as this commit left it: the answer to a commit that is sent again because its fate was unknown
     * (R11). A run that was cancelled from outside while it waited still is, and so is a caller whose agents have ended.
     *
     * @param run the stored run, under the lease of this commit
     */
    private boolean isStoredIn(StoredRun run) {
        long since = run.revision() - revision;
        return (since == 1 || (since == 2 && result.call() != null))
                && run.fingerprint().equals(fingerprint)
                && hasValues(run)
                && (Objects.equals(run.stopReason(), result.stopReason())
                        || (result.call() != null && run.stopReason() instanceof StopReason.Joined)
                        || (result.stopReason() != null
                                && !result.stopReason().status().isEnd()
                                && run.status() == Status.CANCELLED));
    }

    /**
     * Finds out about a commit that a store did not write now: it may have been written earlier (R11).
     *
     * @param lease the lease under which it was sent
     * @param now the stored run; null if there is none
     * @return {@code STORED} if it was, {@code COMMAND_ARRIVED} if only the command version differs, or only the number
     *     of messages on which the commit depends (Q7)
     * @throws StepgraphException with {@link ErrorCode#LEASE_LOST} else
     */
    public CommitResult notWritten(Lease lease, @Nullable StoredRun now) {
        if (now != null && now.runNumber() == lease.runNumber() && now.fencingToken() == lease.fencingToken()) {
            if (isStoredIn(now)) {
                return CommitResult.STORED;
            }
            boolean isCommanded = now.commandVersion() != commandVersion;
            if (now.isHeldUnder(lease) && now.revision() == revision && (isCommanded || result.dependsOnMessages())) {
                return CommitResult.COMMAND_ARRIVED;
            }
        }
        throw lease.lost(revision, now);
    }

    private boolean hasValues(StoredRun run) {
        if (run.status().dropsValues()) {
            return run.checkpoint().equals(result.checkpoint().withoutValues());
        }
        return run.checkpoint().equals(result.checkpoint())
                && (result.state() == null || result.state().equals(run.state()));
    }
}
