package io.stepgraph.runtime.store;

import java.util.List;

/**
 * The wish to go on with a run that exists.
 *
 * @param seen the run as it was read; if it has changed since, nothing is acquired
 * @param claim who takes it
 * @param isOwnerDead whether the owner that was seen is proven dead, so that its lease counts as over (R4)
 * @param events what to add to the run's log
 */
public record Acquisition(RunRecord seen, Claim claim, boolean isOwnerDead, List<Json> events) {

    /** With a list of its own. */
    public Acquisition {
        events = List.copyOf(events);
    }

    /**
     * Says no to a run that does not go on where it stands: one that waits for an answer or has one to be taken up, has
     * succeeded or was cancelled.
     *
     * @throws IllegalArgumentException if it is such a run
     */
    public void check() {
        if (seen.rest() instanceof Rest.Asked
                || seen.rest() instanceof Rest.Answered
                || seen.status().dropsValues()) {
            throw new IllegalArgumentException("Run '" + seen.key() + "' cannot be acquired: it is " + seen.status()
                    + " at step '" + seen.checkpoint().step() + "'.");
        }
    }
}
