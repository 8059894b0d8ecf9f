package io.stepgraph.store;

import io.stepgraph.runtime.graph.BranchCheckpoint;
import io.stepgraph.runtime.graph.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint in the history of a run.
 *
 * @param visit the visit that was entered
 * @param step the step, by name
 * @param gateState the counted visits and the answers that open gates; null if there are none
 * @param input the input of the step; null if it takes none
 * @param state the state
 * @param at when, by the store's clock
 */
public record StoredCheckpoint(
        long visit,
        String step,
        @Nullable Json gateState,
        @Nullable Json input,
        Json state,
        Instant at) {

    /** The checkpoint at which a fork begins. */
    public BranchCheckpoint fork() {
        return new BranchCheckpoint(step, input, visit, 1, 0, visit, gateState);
    }
}
