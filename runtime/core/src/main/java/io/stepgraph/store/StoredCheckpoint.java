package io.stepgraph.store;

import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepEntry;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint in the history of a run.
 *
 * @param visit the visit that was entered
 * @param step the step, by name
 * @param ruleState the counted visits and the answers that open gates; null if there are none
 * @param input the input of the step; null if it takes none
 * @param state the state
 * @param at when, by the store's clock
 */
public record StoredCheckpoint(
        long visit,
        String step,
        @Nullable Json ruleState,
        @Nullable Json input,
        Json state,
        Instant at) {

    /** The checkpoint at which a fork begins. */
    public StepEntry fork() {
        return new StepEntry(step, input, visit, 1, 0, visit, ruleState);
    }
}
