package io.stepgraph.internal.run;

import io.stepgraph.internal.lease.LocalRun;
import io.stepgraph.internal.lease.LocalRuns;
import io.stepgraph.internal.lease.ProcessRuns;
import io.stepgraph.internal.lease.RunnerConfig;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.run.Claims.Claim;
import io.stepgraph.internal.step.Log;
import io.stepgraph.internal.step.Nanos;
import io.stepgraph.store.RunKey;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Picks the runs that a worker, or a call that executes a family, begins next. A suspect run is executed alone (R6); see
 * {@link Claims}. Used by one thread at a time, except {@link #leave}.
 */
final class ClaimPicker {
    private final RunnerConfig config;
    private final LocalRuns localRuns;
    private final Claimer claimer;
    private final Claims claims;
    private final boolean isInStep;
    private final IntSupplier running;
    private @Nullable Claim suspect;

    /**
     * Creates a picker without claims.
     *
     * @param root the run whose family is meant; null for all runs
     * @param isInStep whether a step of a run waits for them, so that they are a part of that run, and none is suspect
     * @param running gives the number of picked runs that are in progress
     */
    ClaimPicker(
            RunnerContext runner,
            List<ServedGraph> graphs,
            Set<String> namespaces,
            @Nullable Long root,
            boolean isInStep,
            IntSupplier running) {
        this.config = runner.config();
        this.localRuns = runner.localRuns();
        this.claimer = new Claimer(runner.store(), config, graphs, namespaces, root);
        this.claims = new Claims(Nanos.of(config.lease()), now());
        this.isInStep = isInStep;
        this.running = running;
    }

    /** Whether nothing is begun now, because a suspect run is in progress. */
    boolean isHeld() {
        if (suspect != null && isInProgress(suspect) && claims.isToBeAlone(now())) {
            return true;
        }
        suspect = null;
        return false;
    }

    /** Whether the next claims would be made now: none waits. */
    boolean mayClaim() {
        return isInStep ? claims.isEmpty() : claims.areDone();
    }

    /** Claims at most this many runs. */
    void claim(int free) {
        long now = now();
        claimer.claim(
                free,
                isInStep || claims.takesSuspects(isIdle(), now),
                claim -> claims.add(isInStep ? claim.asPart() : claim, now));
    }

    /** Takes the run to begin next; null if there is none, or it has to wait. */
    @Nullable Claim next() {
        Claim next = suspect == null ? claims.next(isIdle(), now()) : null;
        if (next != null && next.isSuspect()) {
            suspect = next;
            Log.executedAlone(next.key().id(), next.crashes());
        }
        return next;
    }

    /** Whether a run waits for the end of others, or others wait for a suspect one. */
    boolean isWaiting() {
        return suspect != null || !claims.isEmpty();
    }

    /** Leaves out a run that this build has refused, until it changes. */
    void leave(ServedGraph.Refusal refused) {
        claimer.leave(refused);
    }

    /** Nothing more is begun. Gives the runs that are claimed and not begun. */
    List<RunKey> close() {
        return claims.close();
    }

    private boolean isIdle() {
        return running.getAsInt() == 0 && ProcessRuns.isIdle();
    }

    /** Whether a suspect run, the only one in progress, is still in the visit that makes it suspect. */
    private boolean isInProgress(Claim begun) {
        LocalRun run = localRuns.find(begun.key());
        return running.getAsInt() > 0
                && (run == null || !run.isExecutedWithFewer(config.visits().maxCrashes()));
    }

    private long now() {
        return config.clock().nanos();
    }
}
