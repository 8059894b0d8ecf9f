package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is stored.
 *
 * @param key its name
 * @param incarnation its number among all runs the store has ever held; never used again
 * @param graph the stable name of its graph
 * @param fingerprint the graph's fingerprint when the run last entered a step
 * @param status where it stands
 * @param token the fencing token: grows with each acquisition
 * @param owner who executes it; null if nobody does
 * @param revision grows with each write by an owner: a start, an acquisition, a commit, a release
 * @param control grows with each change from outside: mode, cancel
 * @param mode its mode
 * @param cancelBy who wants it cancelled; null if nobody
 * @param start the state and input it was started with, canonical; compared when it is started again
 * @param checkpoint where it goes on, or where it ended; a run that has succeeded or was cancelled keeps no state and no input
 * @param rest why it rests; null if it is executed or could be
 * @param startedAt when it was started, by the store's clock
 * @param deadline when it has to be done; null if there is no deadline
 */
public record RunRecord(
        RunKey key,
        long incarnation,
        String graph,
        String fingerprint,
        Status status,
        long token,
        @Nullable Owner owner,
        long revision,
        long control,
        PermissionMode mode,
        @Nullable String cancelBy,
        Json start,
        Checkpoint checkpoint,
        @Nullable Rest rest,
        Instant startedAt,
        @Nullable Instant deadline) {

    /**
     * Says no to acquiring a run of which nothing is left to execute: one that waits for an answer, has succeeded or was
     * cancelled. One that waits and has a deadline can be acquired, to be ended when that has passed (R8).
     *
     * @throws IllegalArgumentException if it is such a run
     */
    public void checkAcquirable() {
        if ((rest instanceof Rest.Asked && deadline == null) || status.dropsValues()) {
            throw new IllegalArgumentException(
                    "Run '" + key + "' cannot be acquired: it is " + status + " at step '" + checkpoint.step() + "'.");
        }
    }

    /** The right to write to this run as it was acquired. */
    public Lease lease() {
        return new Lease(key, incarnation, token);
    }
}
